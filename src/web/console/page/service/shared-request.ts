import { perAccount } from "./per-account";

const runningOf = perAccount(() => new Map<string, Promise<unknown>>());

/** Returns the account's running request with this key. Starts the request if none is running. */
export function sharedRequest<T>(accountId: string, key: string, load: () => Promise<T>): Promise<T> {
  const running = runningOf(accountId);
  const known = running.get(key) as Promise<T> | undefined;
  if (known) return known;
  const request = load().finally(() => running.delete(key));
  running.set(key, request);
  return request;
}
