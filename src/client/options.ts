import type { CallOptions } from "../../generated/client/operations";
import type { Attempts, Patience, Retry } from "./retry";

/** What a client is made with. */
export interface RecadoOptions extends Partial<Patience> {
  /** Where the service answers, with the version prefix: `https://messages.example.com/v3`. */
  baseUrl: string;
  /**
   * `st_` and 64 hexadecimal digits. A secret: for servers only. Left out by pages that the service itself serves, whose
   * session stands for it.
   */
  apiKey?: string;
  /** How long one attempt may take. 30 if left out. */
  timeoutSeconds?: number;
  /** How often a call is tried again at most. 3 if left out. */
  maxRetries?: number;
  /**
   * How long a call waits between its attempts altogether. 60 if left out, which is as long as the service's rate
   * limit ever asks for; where `Retry-After` asks for more than is left, the call fails at once.
   */
  maxRetryWaitSeconds?: number;
  /** Headers of every request. */
  headers?: Readonly<Record<string, string>>;
  /** Instead of the global `fetch`. */
  fetch?: (request: Request, init: { signal: AbortSignal }) => Promise<Response>;
  /** Hears of every repetition, before the wait. */
  onRetry?: (retry: Retry) => void;
}

/** How a call is attempted, by its own options before the client's; `repeatable` unless the caller says. */
export function attemptsOf(
  call: string,
  repeatable: boolean,
  own: CallOptions,
  client: RecadoOptions,
): Attempts {
  return {
    call,
    repeatable: own.repeatable ?? repeatable,
    signal: own.signal,
    onRetry: client.onRetry,
    timeoutSeconds: own.timeoutSeconds ?? client.timeoutSeconds ?? 30,
    maxRetries: own.maxRetries ?? client.maxRetries ?? 3,
    maxRetryWaitSeconds: own.maxRetryWaitSeconds ?? client.maxRetryWaitSeconds ?? 60,
  };
}

/** The global one is looked up at each request: who replaces it, for a test or a trace, does so at any time. */
export const fetchOf = ({ fetch }: RecadoOptions): NonNullable<RecadoOptions["fetch"]> =>
  fetch ?? ((request, init) => globalThis.fetch(request, init));
