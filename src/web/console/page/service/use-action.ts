import { useRef, useState } from "preact/hooks";
import { isRecadoError } from "../../../../client";
import { useAccount } from "./signed-in";

export interface Action<Args extends readonly unknown[]> {
  /** Does it, unless it is being done, and says whether it worked; `failure` tells why it did not. */
  run(...args: Args): Promise<boolean>;
  busy: boolean;
  /** Why it did not work the last time; null where it did. */
  failure: unknown;
  forget(): void;
}

/** Something that a person lets the service do: once at a time, with what became of it. */
export function useMutation<Args extends readonly unknown[], Result>(
  act: (...args: Args) => Promise<Result>,
  then?: (result: Result, ...args: Args) => void,
): Action<Args> {
  const { onEnded } = useAccount();
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
        const result = await act(...args);
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
