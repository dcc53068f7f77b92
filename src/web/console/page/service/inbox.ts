import { useEffect, useRef } from "preact/hooks";
import { usePollingInterval } from "./polling-interval";
import { useScopedQuery } from "./hooks";

/** Factor between the polling intervals of the unread count and of new replies. */
const COUNT_FACTOR = 10;

const listeners = new Set<() => void>();

/** Makes conversations and the unread count refetch, after this page has changed a conversation. */
export const inboxChanged = (): void => listeners.forEach((listener) => listener());

/** Calls `refetch` when this page changes a conversation. */
export function useInboxChange(refetch: () => void): void {
  const latest = useRef(refetch);
  latest.current = refetch;
  useEffect(() => {
    const listener = () => latest.current();
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
}

/** Returns the number of unread conversations; 0 while loading, and if the key may not read them. */
export function useUnreadCount(): number {
  const everyMs = COUNT_FACTOR * usePollingInterval(null);
  const { value, refetch } = useScopedQuery({
    scope: "messages:read",
    key: "unread",
    none: 0,
    load: async ({ conversations }) =>
      (await conversations.list({ unread: true, limit: 1 })).pagination.total,
    everyMs,
  });
  useInboxChange(refetch);
  return value ?? 0;
}
