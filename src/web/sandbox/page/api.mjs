// Client of the API. No other module keeps the API key.

/** Error response of the service, or status 0 if no response arrived. */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {string} message
   * @param {number | null} [retryAfter] seconds
   */
  constructor(status, message, retryAfter = null) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** @typedef {ReturnType<typeof apiWith>} Api */
/** @typedef {Record<string, string | number>} Query */

const TIMEOUT_MS = 15_000;

const noResponse = () => new ApiError(0, "The service is not responding");

/** @param {string} key */
export function apiWith(key) {
  /**
   * @param {string} method
   * @param {string} path relative to the service, such as `v3/messages`
   * @param {Query} query
   * @param {unknown} [body]
   * @returns {Promise<any>}
   */
  async function call(method, path, query, body) {
    const url = new URL(path, document.baseURI);
    for (const [name, value] of Object.entries(query)) url.searchParams.append(name, String(value));
    /** @type {Record<string, string>} */
    const headers = { "X-API-Key": key };
    if (body !== undefined) headers["Content-Type"] = "application/json";
    const response = await fetch(url, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      cache: "no-store",
      credentials: "omit",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => {
      throw noResponse();
    });
    const content = await response.json().catch(() => null);
    if (!response.ok) {
      const retryAfter = Number(response.headers.get("Retry-After")) || null;
      const message = messageOf(content?.error) ?? `The request failed with status ${response.status}`;
      throw new ApiError(response.status, message, retryAfter);
    }
    // A success without JSON was truncated or sent by a proxy. A retry may succeed.
    if (content === null) throw noResponse();
    return content;
  }

  return {
    /**
     * @param {string} path
     * @param {Query} [query]
     */
    get: (path, query = {}) => call("GET", path, query),
    /**
     * @param {string} path
     * @param {unknown} body
     */
    post: (path, body) => call("POST", path, {}, body),
  };
}

/** @param {{ message?: string, fields?: { field: string, message: string }[] } | undefined} error */
function messageOf(error) {
  if (!error?.message) return null;
  const fields = (error.fields ?? []).map(({ field, message }) => `${field} ${message}`);
  return fields.length > 0 ? `${error.message} (${fields.join("; ")})` : error.message;
}
