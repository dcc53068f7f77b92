import { useRef, useState } from "preact/hooks";
import { isRecadoError, type Recado } from "../../../../client";
import { RateLimitWait } from "./rate";
import { recadoOf } from "./session";
import { useAccount } from "./signed-in";

export interface Mutation<Args extends readonly unknown[]> {
  /**
   * Runs the mutation. Resolves with true after a success; with false after a failure, or without running if
   * a run is active.
   */
  run(...args: Args): Promise<boolean>;
  busy: boolean;
  /**
   * Error of the last run, until the next run starts or `forget` is called; a `RateLimitWait` while the
   * active run waits for the rate limit; null otherwise.
   */
  failure: unknown;
  forget(): void;
}

/** Returns a mutation of the service's data, with the state of its last run. Runs never overlap. */
export function useMutation<Args extends readonly unknown[], Result>(
  act: (recado: Recado, ...args: Args) => Promise<Result>,
  then?: NoInfer<(result: Result, ...args: Args) => void>,
): Mutation<Args> {
  const { key, onEnded } = useAccount();
  const [state, setState] = useState<{ busy: boolean; failure: unknown }>({ busy: false, failure: null });
  const busy = useRef(false);
  return {
    ...state,
    forget: () => setState((before) => ({ ...before, failure: null })),
    async run(...args) {
      if (busy.current) return false;
      busy.current = true;
      setState({ busy: true, failure: null });
      try {
        const recado = recadoOf(key.id, {
          onRetry({ because, waitSeconds }) {
            if (because === 429 && busy.current)
              setState({ busy: true, failure: new RateLimitWait(waitSeconds) });
          },
        });
        const result = await act(recado, ...args);
        setState({ busy: false, failure: null });
        then?.(result, ...args);
        return true;
      } catch (failure) {
        setState({ busy: false, failure });
        if (isRecadoError(failure) && failure.status === 401) onEnded();
        return false;
      } finally {
        busy.current = false;
      }
    },
  };
}

/** Returns an idempotency key of 32 hexadecimal digits. Pages served over HTTP have no `randomUUID`. */
export const randomKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
