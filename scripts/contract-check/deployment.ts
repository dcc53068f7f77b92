import { prefix } from "./contract";

/** What stands in the way of a check, in one line for whoever started it. */
export class CannotCheck extends Error {
  override readonly name = "CannotCheck";
}

/** The base of the API, with its version prefix, however much of it was given. */
export function baseOf(url: string): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new CannotCheck(`--url must begin with http:// or https://, and "${url}" does not`);
  }
  const { origin, pathname } = new URL(url);
  const path = pathname.replace(/\/+$/, "");
  return origin + (path.endsWith(prefix) ? path : path + prefix);
}

const reasonOf = (error: unknown): string => {
  const { cause, message } = error as { cause?: { code?: string; message?: string }; message: string };
  return cause?.code || cause?.message || message;
};

/** Whether an answer has the envelope or the form of this API at all. */
function isOurs(status: number, body: unknown): boolean {
  const json = body as { kinds?: unknown; data?: unknown; error?: { code?: unknown } } | null;
  if (status === 200) return json?.kinds !== undefined || Array.isArray(json?.data);
  return status !== 404 && typeof json?.error?.code === "string";
}

/** Whether requests to it from this machine stay on it. */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);
}

// Any will do: one that answers wrongly, or not at all, is a finding of the check and does not stand in its way.
const GREETINGS = ["/files/constraints", "/senders", "/templates"];

/**
 * Looks whether there is a service of this contract that takes the key. Throws what is wrong in one line: nobody
 * there, something else there, another version, another key.
 */
export async function greet(base: string, key: string, timeoutMs: number): Promise<void> {
  if (!/^[\x21-\x7e]+$/.test(key)) throw new CannotCheck("the key holds characters that no key has");
  const problems: string[] = [];
  for (const path of GREETINGS) {
    const answer = await fetch(base + path, {
      headers: { "x-api-key": key },
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => `no service answers at ${base}: ${reasonOf(error)}`);
    if (typeof answer === "string") {
      problems.push(answer);
      continue;
    }
    const body: unknown = await answer.json().catch(() => null);
    if (answer.status === 401 && isOurs(answer.status, body)) {
      throw new CannotCheck(`the service at ${base} refuses the key`);
    }
    if (isOurs(answer.status, body)) return;
    problems.push(
      `what answers at ${base} is not this API in version ${prefix.slice(1)}: GET ${path} gave ${answer.status}`,
    );
  }
  throw new CannotCheck(problems[0] ?? "");
}
