import { SECOND } from "../platform/time";

/**
 * Reason why a request to an endpoint got no response. This module also runs in browsers, where the console
 * translates the reason.
 */
export type PostFault =
  | { code: keyof typeof SENTENCES }
  | { code: "no_response"; seconds: number }
  /** `detail` is the code of the error, such as `CERT_HAS_EXPIRED`. */
  | { code: "tls_failed" | "failed"; detail: string };

const SENTENCES = {
  not_public: "The URL does not lead to a public address by https.",
  unknown_host: "The host name is not known.",
  no_address: "The host name has no address.",
  unresolved: "The host name could not be resolved.",
  refused: "The connection was refused.",
  unreachable: "The host cannot be reached.",
  closed: "The connection was closed before a response arrived.",
  unknown: "The request failed.",
} as const;

const FAULTS: Readonly<Record<string, keyof typeof SENTENCES>> = {
  ADDRESS_BLOCKED: "not_public",
  ENOTFOUND: "unknown_host",
  ENODATA: "no_address",
  EAI_AGAIN: "unresolved",
  ESERVFAIL: "unresolved",
  ECONNREFUSED: "refused",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  ECONNRESET: "closed",
  EPIPE: "closed",
  UND_ERR_SOCKET: "closed",
};

// `ETIMEOUT` is a DNS timeout. `TIMEOUT` is the webhook poster's own code for the whole exchange.
const TIMEOUTS = new Set(["TIMEOUT", "UND_ERR_CONNECT_TIMEOUT", "ETIMEDOUT", "ETIMEOUT"]);

function faultOf(error: unknown, timeoutMs: number): PostFault {
  const code = codeOf(error);
  if (TIMEOUTS.has(code)) return { code: "no_response", seconds: timeoutMs / SECOND };
  const known = FAULTS[code];
  if (known !== undefined) return { code: known };
  if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO|HOSTNAME/.test(code)) return { code: "tls_failed", detail: code };
  return code === "" ? { code: "unknown" } : { code: "failed", detail: code };
}

/**
 * Returns a sentence for the account about a request without a response. The sentence uses only the error's
 * code, because the error's message may name addresses inside the operator's network.
 */
export function postError(error: unknown, timeoutMs: number): string {
  const fault = faultOf(error, timeoutMs);
  switch (fault.code) {
    case "no_response":
      return `No response within ${fault.seconds} seconds.`;
    case "tls_failed":
      return `The TLS connection failed (${fault.detail}).`;
    case "failed":
      return `The request failed (${fault.detail}).`;
    default:
      return SENTENCES[fault.code];
  }
}

/** Sentence of `closed` in earlier builds. Their sentence of `no_response` had the word "answer" too. */
const EARLIER_CLOSED = "The connection was closed before an answer came.";

/** Returns the fault from a sentence of `postError`, also of earlier builds; null for any other sentence. */
export function readPostError(sentence: string): PostFault | null {
  if (sentence === EARLIER_CLOSED) return { code: "closed" };
  for (const code of Object.keys(SENTENCES) as (keyof typeof SENTENCES)[]) {
    if (SENTENCES[code] === sentence) return { code };
  }
  const [, seconds] = /^No (?:answer|response) within ([\d.]+) seconds\.$/.exec(sentence) ?? [];
  if (seconds !== undefined) return { code: "no_response", seconds: Number(seconds) };
  const [, what, detail] = /^The (TLS connection|request) failed \((.+)\)\.$/.exec(sentence) ?? [];
  if (detail === undefined) return null;
  return { code: what === "request" ? "failed" : "tls_failed", detail };
}

function codeOf(error: unknown): string {
  const { code, errors } = (error ?? {}) as { code?: unknown; errors?: unknown };
  if (typeof code === "string") return code;
  // If every address failed, report the first failure.
  return Array.isArray(errors) && errors.length > 0 ? codeOf(errors[0]) : "";
}
