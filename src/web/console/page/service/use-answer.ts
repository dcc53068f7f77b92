import { useEffect, useRef, useState } from "preact/hooks";
import { isRecadoError } from "../../../../client";
import { useAccount } from "./signed-in";

export interface Answer<T> {
  /** The latest that was answered; stays while the next is asked for. */
  value: T | null;
  /** Why the latest question was not answered. */
  failure: unknown;
  asking: boolean;
  /** Whether `value` belongs to an earlier `key`. */
  isOld: boolean;
  again(): void;
}

/** Pauses between two looks after a failure: a service that is away comes back. */
const AFTER_FAILURE = 5_000;
/** What takes the service long is asked for more rarely: it has at least so many times as long for others. */
const REST = 9;

/**
 * Asks the service, and again whenever `key` changes, every `everyMs` (or more rarely, where answers take long) while the
 * page is seen, and after a while where it did not answer. An answer to an earlier question is dropped.
 */
export function useQuery<T>(
  key: string,
  ask: (signal: AbortSignal) => Promise<T>,
  { everyMs = null }: { everyMs?: number | null } = {},
): Answer<T> {
  const { onEnded } = useAccount();
  const [state, setState] = useState<{
    key: string;
    valueKey: string;
    value: T | null;
    failure: unknown;
    asking: boolean;
  }>({ key, valueKey: key, value: null, failure: null, asking: true });
  const [round, setRound] = useState(0);
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      let pause = everyMs;
      const began = performance.now();
      try {
        const value = await latest.current(controller.signal);
        if (controller.signal.aborted) return;
        setState({ key, valueKey: key, value, failure: null, asking: false });
        if (pause !== null) pause = Math.max(pause, REST * (performance.now() - began));
      } catch (failure) {
        if (controller.signal.aborted) return;
        if (isRecadoError(failure) && failure.status === 401) onEnded();
        setState((before) => ({ ...before, key, failure, asking: false }));
        pause = isFinal(failure) ? null : AFTER_FAILURE;
      }
      if (pause !== null) timer = setTimeout(() => void whenSeen(look, controller.signal), pause);
    };
    setState((before) => ({ ...before, asking: true }));
    void look();
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [key, round, everyMs]);
  const isCurrent = state.key === key;
  return {
    value: state.value,
    failure: isCurrent ? state.failure : null,
    asking: state.asking || !isCurrent,
    isOld: state.value !== null && state.valueKey !== key,
    again: () => setRound((before) => before + 1),
  };
}

/** A refusal stays the same however often it is asked for; limits end, and a session that has ended closes the page. */
const isFinal = (failure: unknown): boolean =>
  isRecadoError(failure) && failure.status < 500 && ![401, 429].includes(failure.status);

/** Nobody looks at a page in the background: it is asked again when it comes back. */
async function whenSeen(look: () => Promise<void>, signal: AbortSignal): Promise<void> {
  if (document.visibilityState === "hidden") {
    await new Promise((resolve) =>
      document.addEventListener("visibilitychange", resolve, { once: true, signal }),
    );
  }
  await look();
}
