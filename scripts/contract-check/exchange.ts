import type { OperationId } from "../../generated/server/binding";
import type { Operation } from "./contract";
import type { Answer } from "./answer-check";

/** A request, as a scenario describes it. */
export interface RequestParts {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number | boolean | readonly (string | number)[] | undefined>>;
  headers?: Readonly<Record<string, string | undefined>>;
  /** Sent as JSON; `undefined` sends no body. */
  body?: unknown;
  /** Sent unchanged, instead of `body`. */
  rawBody?: { contentType: string; text: string };
}

/** What found a fault: the check's own validation, Prism, or the expectation of a scenario. */
export type FoundBy = "contract" | "Prism" | "expectation";

export interface Fault {
  by: FoundBy;
  message: string;
  /**
   * Possible causes, such as a missing header. A report groups faults by the cause that most of them share;
   * without one, the cause is the message.
   */
  causes?: readonly string[];
}

/** One request and its outcome. Contains no secrets: they are redacted. */
export interface Exchange {
  operation: Operation;
  /** Purpose of the request, as a phrase. */
  purpose: string;
  /** Null if any documented status is right. */
  expected: number | null;
  request: { method: string; url: string; headers: Readonly<Record<string, string>>; body: string };
  /** Null if no complete answer came. */
  answer: Answer | null;
  /**
   * Milliseconds from sending the request to the last byte of the answer, between the check and the service.
   * Null without an answer, and for deployments that the check broke.
   */
  tookMs: number | null;
  faults: readonly Fault[];
}

export interface Probe {
  operation: OperationId;
  purpose: string;
  expected: number | null;
  request: RequestParts;
  /** Returns the faults in the meaning of the expected response. The schema checks its form. */
  holds?(body: unknown): readonly string[];
  /** Null sends no key. */
  key: string | null;
  /** The deployment to ask; by default the one under check. */
  target?: string;
  /** Whether the request breaks the contract on purpose, so that Prism is expected to object. */
  invalid?: boolean;
}

const SECRETS: readonly RegExp[] = [
  /(\bst_)[0-9a-zA-Z]{16,}/g,
  /(\bwhsec_)[A-Za-z0-9+/=_-]{8,}/g,
  // Such a URL grants access to the file.
  /([?&](?:signature|X-Amz-Signature|X-Amz-Credential)=)[^&"\s]+/gi,
  /(\/media\/)[^/"\s]+/g,
];

/** Removes API keys, signing secrets and URL signatures from a text. */
export const redacted = (text: string): string =>
  SECRETS.reduce((safe, secret) => safe.replace(secret, "$1…"), text);

const MAX_CHARACTERS = 2_000;

/** Returns the part of a body that reports show. */
export function excerpt(text: string): string {
  const safe = redacted(text);
  if (safe.length <= MAX_CHARACTERS) return safe;
  return `${safe.slice(0, MAX_CHARACTERS)}… (${safe.length} characters)`;
}

/** Returns the whole number in a header; null if it has none. */
export const headerNumber = (headers: Answer["headers"], name: string): number | null =>
  /^\d+$/.test(headers[name] ?? "") ? Number(headers[name]) : null;

export function queryText(query: RequestParts["query"] = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) if (one !== undefined) search.append(name, String(one));
  }
  const text = search.toString();
  return text === "" ? "" : `?${text}`;
}

/** Returns an operation's path with its parameters filled in. */
export function pathOf({ path }: Operation, params: RequestParts["params"] = {}): string {
  return path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`the path ${path} lacks ${name}`);
    return encodeURIComponent(value);
  });
}
