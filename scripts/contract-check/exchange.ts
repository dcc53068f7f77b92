import type { OperationId } from "../../generated/server/binding";
import type { Operation } from "./contract";
import type { Answer } from "./answer-check";

/** A request as a scenario asks for it. */
export interface RequestParts {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number | boolean | readonly (string | number)[] | undefined>>;
  headers?: Readonly<Record<string, string | undefined>>;
  /** Sent as JSON; `undefined` sends none. */
  body?: unknown;
  /** Sent as it is, instead of `body`. */
  rawBody?: { contentType: string; text: string };
}

/** Who found a fault: our own reading of the contract, Prism, or the scenario that expected something else. */
export type FoundBy = "contract" | "Prism" | "expectation";

export interface Fault {
  by: FoundBy;
  message: string;
  /**
   * Names of what may be behind it, such as the header that is missing: faults that share one are told together, by
   * the name that most have. Its words, where there is none.
   */
  causes?: readonly string[];
}

/** One request and what came of it. Holds no secrets: keys are taken out before. */
export interface Exchange {
  operation: Operation;
  /** What it was for, in words. */
  purpose: string;
  /** Null where any documented status will do. */
  expected: number | null;
  request: { method: string; url: string; headers: Readonly<Record<string, string>>; body: string };
  /** Null when none came. */
  answer: Answer | null;
  /**
   * Milliseconds from the sending of the request to the last byte of the answer, between the check and the service.
   * Null without an answer, and of deployments that were broken on purpose.
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
  /** Null sends none. */
  key: string | null;
  /** Which deployment; the one that is checked, unless told otherwise. */
  target?: string;
  /** Breaks the contract on purpose, so that Prism is right to say so. */
  invalid?: boolean;
}

const SECRETS: readonly RegExp[] = [
  /(\bst_)[0-9a-zA-Z]{16,}/g,
  /(\bwhsec_)[A-Za-z0-9+/=_-]{8,}/g,
  // Whoever has such a URL may use it.
  /([?&](?:signature|X-Amz-Signature|X-Amz-Credential)=)[^&"\s]+/gi,
  /(\/media\/)[^/"\s]+/g,
];

/** Takes API keys, signing secrets and what gives access to files out of a text. */
export const redacted = (text: string): string =>
  SECRETS.reduce((safe, secret) => safe.replace(secret, "$1…"), text);

const MOST_CHARACTERS = 2_000;

/** What a report shows of a body. */
export function excerpt(text: string): string {
  const safe = redacted(text);
  if (safe.length <= MOST_CHARACTERS) return safe;
  return `${safe.slice(0, MOST_CHARACTERS)}… (${safe.length} characters)`;
}

export function queryText(query: RequestParts["query"] = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) if (one !== undefined) search.append(name, String(one));
  }
  const text = search.toString();
  return text === "" ? "" : `?${text}`;
}

/** The path of an operation with its parameters filled in. */
export function pathOf({ path }: Operation, params: RequestParts["params"] = {}): string {
  return path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`the path ${path} lacks ${name}`);
    return encodeURIComponent(value);
  });
}
