import type { CallOptions } from "../../generated/client/operations";
import type { Attempts, RetryLimits, Retry } from "./retry";

export interface RecadoOptions extends Partial<RetryLimits> {
  /** Base URL of the service with its version prefix, such as `https://messages.example.com/v3`. */
  baseUrl: string;
  /**
   * API key: `st_` and 64 hexadecimal digits. It is secret: use it on servers only. Pages of the service omit
   * the key and use their session.
   */
  apiKey?: string;
  /** Timeout of one attempt, in seconds. Default: 30. */
  timeoutSeconds?: number;
  /** Maximum retries of a call. Default: 3. */
  maxRetries?: number;
  /**
   * Maximum total wait between the attempts of a call, in seconds. Default: 60, the longest wait that the
   * rate limit requests. A call fails at once if `Retry-After` exceeds the remaining wait.
   */
  maxRetryWaitSeconds?: number;
  /** Signal whose abort ends all calls of the client. A call's own `signal` replaces it. */
  signal?: AbortSignal;
  /** Headers of every request. */
  headers?: Readonly<Record<string, string>>;
  /** Function to use instead of the global `fetch`. */
  fetch?: (request: Request, init: { signal: AbortSignal }) => Promise<Response>;
  /** Callback for each retry, called before the wait. */
  onRetry?: (retry: Retry) => void;
}

/**
 * Returns the retry settings of a call. Options of the call override options of the client. `repeatable` is
 * the default for the option of that name.
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
    signal: own.signal ?? client.signal,
    onRetry: client.onRetry,
    timeoutSeconds: own.timeoutSeconds ?? client.timeoutSeconds ?? 30,
    maxRetries: own.maxRetries ?? client.maxRetries ?? 3,
    maxRetryWaitSeconds: own.maxRetryWaitSeconds ?? client.maxRetryWaitSeconds ?? 60,
  };
}

/** Returns the fetch function. The global `fetch` is read at each call, because tracers may replace it. */
export const fetchOf = ({ fetch }: RecadoOptions): NonNullable<RecadoOptions["fetch"]> =>
  fetch ?? ((request, init) => globalThis.fetch(request, init));
