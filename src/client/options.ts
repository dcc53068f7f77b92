import type { CallOptions } from "../../generated/client/operations";
import type { Attempts, Patience, Retry } from "./retry";

/** Options of a client. */
export interface RecadoOptions extends Partial<Patience> {
  /** Base URL of the service, with the version prefix: `https://messages.example.com/v3`. */
  baseUrl: string;
  /**
   * API key: `st_` and 64 hexadecimal digits. It is secret, for servers only. Omitted by pages that the
   * service itself serves, which use their session.
   */
  apiKey?: string;
  /** Timeout of one attempt, in seconds. Default: 30. */
  timeoutSeconds?: number;
  /** Maximum retries of a call. Default: 3. */
  maxRetries?: number;
  /**
   * Maximum total wait between the attempts of a call, in seconds. Default: 60, the longest wait that the
   * service's rate limit requests. If `Retry-After` exceeds the remaining time, the call fails at once.
   */
  maxRetryWaitSeconds?: number;
  /** Headers of every request. */
  headers?: Readonly<Record<string, string>>;
  /** Replaces the global `fetch`. */
  fetch?: (request: Request, init: { signal: AbortSignal }) => Promise<Response>;
  /** Called for every retry, before the wait. */
  onRetry?: (retry: Retry) => void;
}

/**
 * Returns the retry settings of a call. Its own options take precedence over the client's; `repeatable` is
 * the default.
 */
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

/**
 * Returns the fetch function. The global one is looked up per request, because tests and tracers may replace
 * it at any time.
 */
export const fetchOf = ({ fetch }: RecadoOptions): NonNullable<RecadoOptions["fetch"]> =>
  fetch ?? ((request, init) => globalThis.fetch(request, init));
