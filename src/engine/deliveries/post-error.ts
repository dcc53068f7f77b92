import { SECOND } from "../../platform/time";

const SENTENCES: Readonly<Record<string, string>> = {
  ADDRESS_BLOCKED: "The URL does not lead to a public address by https.",
  ENOTFOUND: "The host name is not known.",
  ENODATA: "The host name has no address.",
  EAI_AGAIN: "The host name could not be resolved.",
  ESERVFAIL: "The host name could not be resolved.",
  ECONNREFUSED: "The connection was refused.",
  EHOSTUNREACH: "The host cannot be reached.",
  ENETUNREACH: "The host cannot be reached.",
  ECONNRESET: "The connection was closed before an answer came.",
  EPIPE: "The connection was closed before an answer came.",
  UND_ERR_SOCKET: "The connection was closed before an answer came.",
};

// Both are ours to know: the one of undici's connector, the other of the whole exchange.
const TIMEOUTS = new Set(["TIMEOUT", "UND_ERR_CONNECT_TIMEOUT", "ETIMEDOUT", "ETIMEOUT"]);

/**
 * A sentence for the account that says why a request got no answer. It is made from the error's code alone: messages may
 * name addresses inside the operator's network.
 */
export function postError(error: unknown, timeoutMs: number): string {
  const code = codeOf(error);
  if (TIMEOUTS.has(code)) return `No answer within ${timeoutMs / SECOND} seconds.`;
  const known = SENTENCES[code];
  if (known !== undefined) return known;
  if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO|HOSTNAME/.test(code)) return `The TLS connection failed (${code}).`;
  return code === "" ? "The request failed." : `The request failed (${code}).`;
}

function codeOf(error: unknown): string {
  const { code, errors } = (error ?? {}) as { code?: unknown; errors?: unknown };
  if (typeof code === "string") return code;
  // Several addresses were tried, and all failed: the first failure stands for them.
  return Array.isArray(errors) && errors.length > 0 ? codeOf(errors[0]) : "";
}
