import { prefix } from "./contract";
import { UsageError } from "./run-errors";

/** Account or deployment in which the run provokes a status that the checked account cannot return. */
export interface OtherAccount {
  target: string;
  key: string;
}

/** Account of another deployment. `base` is its URL with the version prefix. */
export type OtherDeployment = OtherAccount & { base: string };

/**
 * Appends the version prefix if the URL lacks it. Throws `UsageError` unless the URL is of http or https.
 */
export function baseOf(url: string): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new UsageError(`--url must begin with http:// or https://, and "${url}" does not`);
  }
  const { origin, pathname } = new URL(url);
  const path = pathname.replace(/\/+$/, "");
  return origin + (path.endsWith(prefix) ? path : path + prefix);
}

const reasonOf = (error: unknown): string => {
  const { cause, message } = error as { cause?: { code?: string; message?: string }; message: string };
  return cause?.code || cause?.message || message;
};

function isApiResponse(status: number, body: unknown): boolean {
  const json = body as { kinds?: unknown; data?: unknown; error?: { code?: unknown } } | null;
  if (status === 200) return json?.kinds !== undefined || Array.isArray(json?.data);
  return status !== 404 && typeof json?.error?.code === "string";
}

export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);
}

// One response in the form of this API identifies the service. The run itself reports wrong responses of the
// other paths.
const PROBED_PATHS = ["/files/constraints", "/senders", "/templates"];

/**
 * Throws `UsageError` unless a service of this contract runs at the URL and accepts the key. `keyName` names
 * the key in the message.
 */
export async function verifyDeployment(
  base: string,
  key: string,
  timeoutMs: number,
  keyName = "the key",
): Promise<void> {
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new UsageError(`${keyName} has characters that are not allowed in API keys`);
  const problems: string[] = [];
  for (const path of PROBED_PATHS) {
    const response = await fetch(base + path, {
      headers: { "x-api-key": key },
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => `no service responds at ${base}: ${reasonOf(error)}`);
    if (typeof response === "string") {
      problems.push(response);
      continue;
    }
    const body: unknown = await response.json().catch(() => null);
    if (response.status === 401 && isApiResponse(response.status, body)) {
      throw new UsageError(`the service at ${base} refuses ${keyName}`);
    }
    if (isApiResponse(response.status, body)) return;
    problems.push(
      `the service at ${base} is not version ${prefix.slice(1)} of this API: GET ${path} returned ${response.status}`,
    );
  }
  throw new UsageError(problems[0] ?? "");
}

/** Returns the id of the key's account; null if the service does not return it. */
async function accountOf(base: string, key: string, timeoutMs: number): Promise<string | null> {
  const request = { headers: { "x-api-key": key }, signal: AbortSignal.timeout(timeoutMs) };
  const body = await fetch(`${base}/account`, request)
    .then((response) => (response.ok ? (response.json() as Promise<{ id?: unknown } | null>) : null))
    .catch(() => null);
  return typeof body?.id === "string" ? body.id : null;
}

/** Throws `UsageError` if the key of an option belongs to the checked account. A null key is skipped. */
export async function verifyOtherAccounts(
  base: string,
  key: string,
  timeoutMs: number,
  others: Readonly<Record<string, string | null>>,
): Promise<void> {
  for (const [option, other] of Object.entries(others)) {
    if (other === null) continue;
    const checked = await accountOf(base, key, timeoutMs);
    if (checked !== null && checked === (await accountOf(base, other, timeoutMs)))
      throw new UsageError(`${option}: the key belongs to the checked account, not to another one`);
  }
}
