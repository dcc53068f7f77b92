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
  const json = body as { kinds?: unknown; error?: { code?: unknown } } | null;
  return status === 200 ? json?.kinds !== undefined : typeof json?.error?.code === "string";
}

/**
 * Looks whether there is a service of this contract that takes the key. Throws what is wrong in one line: nobody
 * there, something else there, another version, another key.
 */
export async function greet(base: string, key: string, timeoutMs: number): Promise<void> {
  if (!/^[\x21-\x7e]+$/.test(key)) throw new CannotCheck("the key holds characters that no key has");
  const probe = `${base}/files/constraints`;
  const answer = await fetch(probe, {
    headers: { "x-api-key": key },
    redirect: "manual",
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    throw new CannotCheck(`no service answers at ${base}: ${reasonOf(error)}`);
  });
  const body: unknown = await answer.json().catch(() => null);
  if (!isOurs(answer.status, body) || answer.status === 404) {
    throw new CannotCheck(
      `what answers at ${base} is not this API in version ${prefix.slice(1)}: GET /files/constraints gave ${answer.status}`,
    );
  }
  if (answer.status === 401) throw new CannotCheck(`the service at ${base} refuses the key`);
}
