import { createContext } from "preact";
import { useContext, useEffect, useRef, useState } from "preact/hooks";
import { isRecadoError, type Recado } from "../../../../client";
import { recadoOf, type SignedIn } from "./session";
import { startLoading } from "./loading";
import { pollPause } from "./polling-interval";
import { RateLimitWait } from "./rate";

interface Account extends SignedIn {
  recado: Recado;
  /** Called when the service rejected a request because the session may have ended. */
  onEnded(): void;
}

export const AccountContext = createContext<Account | null>(null);

/** Returns the account and API key of the session. Throws without a session. */
export function useAccount(): Account {
  const account = useContext(AccountContext);
  if (account === null) throw new Error("no account is signed in");
  return account;
}

/** Returns a function that returns whether the session's API key has a scope. */
export function useScopes(): (scope: string) => boolean {
  const { scopes } = useAccount().key;
  return (scope) => scopes.includes(scope);
}

/** Returns whether the session's API key has a scope. Pages hide actions that the key may not perform. */
export const useScope = (scope: string): boolean => useScopes()(scope);

export interface QueryResult<T> {
  /** Latest result, kept during later requests; null before the first. */
  value: T | null;
  /** Error of the latest request; null after a success or before the first response. */
  failure: unknown;
  isLoading: boolean;
  /** Whether `value` belongs to an earlier `key`. */
  isStale: boolean;
  refetch(): void;
}

/** Delay before a failed request is repeated, in milliseconds. */
const RETRY_MS = 5_000;

/**
 * Requests data at first, when `key` changes, and every `everyMs` milliseconds while the page is visible.
 * Retries failures that may pass, and polls less often while responses are slow. Ignores responses to a
 * previous key.
 */
export function useQuery<T>(
  key: string,
  load: (recado: Recado) => Promise<T>,
  { everyMs = null }: { everyMs?: number | null } = {},
): QueryResult<T> {
  const { key: apiKey, onEnded } = useAccount();
  const [state, setState] = useState<{
    key: string;
    valueKey: string;
    value: T | null;
    failure: unknown;
    isLoading: boolean;
  }>({ key, valueKey: key, value: null, failure: null, isLoading: true });
  const [round, setRound] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    const controller = new AbortController();
    const recado = recadoOf(apiKey.id, { signal: controller.signal });
    const stopLoading = startLoading();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const poll = async () => {
      let pause = everyMs;
      const began = performance.now();
      try {
        const value = await latest.current(recado);
        if (controller.signal.aborted) return;
        stopLoading();
        setState({ key, valueKey: key, value, failure: null, isLoading: false });
        if (pause !== null) pause = pollPause(pause, performance.now() - began);
      } catch (failure) {
        if (controller.signal.aborted) return;
        stopLoading();
        if (isRecadoError(failure) && failure.status === 401) onEnded();
        setState((before) => ({ ...before, key, failure, isLoading: false }));
        pause = isFinal(failure) ? null : RETRY_MS;
      }
      if (pause !== null) timer = setTimeout(() => void whenVisible(poll, controller.signal), pause);
    };
    setState((before) => ({ ...before, isLoading: true }));
    void poll();
    return () => {
      controller.abort();
      stopLoading();
      clearTimeout(timer);
    };
  }, [key, round, everyMs]);
  const isCurrent = state.key === key;
  return {
    value: state.value,
    failure: isCurrent ? state.failure : null,
    isLoading: state.isLoading || !isCurrent,
    isStale: state.value !== null && state.valueKey !== key,
    refetch: () => setRound((before) => before + 1),
  };
}

interface ScopedOptions<T, None> {
  scope: string;
  key: string;
  load(recado: Recado): Promise<T>;
  /** Value of the query if the key lacks the scope. */
  none: None;
  everyMs?: number | null;
}

/** Requests data that needs a scope. If the key lacks the scope, sends no request. */
export function useScopedQuery<T, None>(options: ScopedOptions<T, None>): QueryResult<T | None> {
  const { scope, key, load, none, everyMs = null } = options;
  const mayRead = useScope(scope);
  return useQuery<T | None>(`${key} ${mayRead}`, async (recado) => (mayRead ? load(recado) : none), {
    everyMs: mayRead ? everyMs : null,
  });
}

/**
 * Returns whether repeating a request is useless: after any 4xx except 401 and 429. After a 401, `onEnded`
 * checks whether the session has ended.
 */
const isFinal = (failure: unknown): boolean =>
  isRecadoError(failure) &&
  failure.status >= 400 &&
  failure.status < 500 &&
  ![401, 429].includes(failure.status);

async function whenVisible(poll: () => Promise<void>, signal: AbortSignal): Promise<void> {
  if (document.visibilityState === "hidden") {
    await new Promise((resolve) =>
      document.addEventListener("visibilitychange", resolve, { once: true, signal }),
    );
  }
  await poll();
}

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
