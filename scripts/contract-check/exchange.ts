import type { OperationId } from "../../generated/server/binding";
import type { Operation } from "./contract";

export interface RequestParts {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number | boolean | readonly (string | number)[] | undefined>>;
  headers?: Readonly<Record<string, string | undefined>>;
  /** Body to send as JSON; `undefined` sends no body. */
  body?: unknown;
  /** Body to send unchanged; takes precedence over `body`. */
  rawBody?: { contentType: string; text: string };
}

/** A response of the service, unchanged by Prism. */
export interface ServiceResponse {
  status: number;
  /** Header names are in lower case; values of a repeated header are joined by a comma. */
  headers: Readonly<Record<string, string>>;
  /** Text of the body; bytes that are not UTF-8 became U+FFFD. */
  body: string;
  /** Whether the bytes of the body are UTF-8; true if absent. */
  isUtf8?: boolean;
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** Origin of a fault: this check's validation, Prism, or the expectation of a scenario. */
type FoundBy = "contract" | "Prism" | "expectation";

export interface Fault {
  by: FoundBy;
  message: string;
  /** Possible causes; by default the message. A report groups faults by their most frequent cause. */
  causes?: readonly string[];
}

export const fault = (by: FoundBy, message: string, ...causes: readonly string[]): Fault => ({
  by,
  message,
  ...(causes.length > 0 && { causes }),
});

/** One request and its outcome. Secrets are redacted. */
export interface Exchange {
  operation: Operation;
  purpose: string;
  /** Expected status; null if any documented status is acceptable. */
  expected: number | null;
  request: { method: string; url: string; headers: Readonly<Record<string, string>>; body: string };
  /** Complete response of the service; null if none arrived. */
  response: ServiceResponse | null;
  /**
   * Time to the last byte in milliseconds, excluding Prism; null for broken deployments or without a
   * response.
   */
  tookMs: number | null;
  faults: readonly Fault[];
}

/** An exchange with the parsed body of its response; undefined if the body is not JSON. */
export type ParsedExchange = Exchange & { body: unknown };

export interface Probe {
  operation: OperationId;
  purpose: string;
  expected: number | null;
  request: RequestParts;
  /** Returns contradictions in the expected response. The schema is checked separately. */
  holds?(body: unknown, headers: ServiceResponse["headers"]): readonly string[];
  /** API key; null sends none. */
  key: string | null;
  /** Target deployment; by default the checked one. */
  target?: string;
  /** Whether the request violates the contract on purpose. Prism's faults of the request are then ignored. */
  invalid?: boolean;
}

const SECRETS: readonly RegExp[] = [
  /(\bst_)[0-9a-zA-Z]{16,}/g,
  // Keys of other implementations may have another form.
  /(\bBearer )[^\s"']{8,}/g,
  /(\bwhsec_)[A-Za-z0-9+/=_-]{8,}/g,
  // A signed URL grants access to its file.
  /([?&](?:signature|X-Amz-Signature|X-Amz-Credential)=)[^&"\s]+/gi,
  /(\/media\/)[^/"\s]+/g,
];

/** Removes API keys, signing secrets and URL signatures from a text. */
export const redacted = (text: string): string =>
  SECRETS.reduce((safe, secret) => safe.replace(secret, "$1…"), text);

const MAX_CHARACTERS = 2_000;

/** Returns the redacted start of a body, for reports. */
export function excerpt(text: string): string {
  const safe = redacted(text);
  if (safe.length <= MAX_CHARACTERS) return safe;
  return `${safe.slice(0, MAX_CHARACTERS)}… (${safe.length} characters)`;
}

/** Returns the length of the original text if `shown` is a shortened excerpt of it, otherwise null. */
export const fullLengthOf = (shown: string): number | null => {
  const length = shown.length > MAX_CHARACTERS ? /… \((\d+) characters\)$/.exec(shown)?.[1] : undefined;
  return length === undefined ? null : Number(length);
};

/** Returns a header as a whole number; null if the header is absent or not a whole number. */
export const headerNumber = (headers: ServiceResponse["headers"], name: string): number | null =>
  /^\d+$/.test(headers[name] ?? "") ? Number(headers[name]) : null;

export function queryText(query: RequestParts["query"] = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) if (one !== undefined) search.append(name, String(one));
  }
  const text = search.toString();
  return text === "" ? "" : `?${text}`;
}

export function pathOf({ path }: Operation, params: RequestParts["params"] = {}): string {
  return path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`the path ${path} lacks ${name}`);
    return encodeURIComponent(value);
  });
}
