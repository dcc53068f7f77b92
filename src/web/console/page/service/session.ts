import type { SignedIn } from "../../signed-in";
import { createRecado, type Recado, type RecadoOptions } from "../../../../client";
import { isUserAway } from "./user-input";

const SESSION = "/console/session";
/** Header of every request from the console. Without it, the service ignores the session cookie. */
const CONSOLE_HEADER = { "X-Recado-Console": "1" };

/**
 * Returns the headers of the page's requests. With another key's session, which another tab may have started,
 * the service rejects the requests.
 */
export const headersOf = (keyId: string) => ({ ...CONSOLE_HEADER, "X-Recado-Key-Id": keyId });

/**
 * Header of requests while the user is away; the service does not extend the session. The page sends it only
 * to the service, not to the file storage.
 */
const AWAY_HEADER = { "X-Recado-Away": "1" };

export type { SignedIn };

/** Returns the session's account and key; null without a session. Throws if the request fails. */
export async function fetchSession(): Promise<SignedIn | null> {
  const headers = { ...CONSOLE_HEADER, ...(isUserAway() ? AWAY_HEADER : {}) };
  const response = await fetch(SESSION, { headers });
  return response.status === 204 ? null : read(response);
}

export type Refusal = "wrong" | "too-many" | "failed";

/** Starts a session with an API key, which the page forgets. Returns the session, or why it failed. */
export async function signIn(key: string): Promise<SignedIn | Refusal> {
  const response = await fetch(SESSION, { method: "POST", headers: { ...CONSOLE_HEADER, "X-API-Key": key } });
  if (response.status === 401) return "wrong";
  if (response.status === 429) return "too-many";
  return response.ok ? read(response) : "failed";
}

/** Ends the session. Throws if the service did not end it, as when it belongs to another key. */
export async function signOut(keyId: string): Promise<void> {
  const { ok, status } = await fetch(SESSION, { method: "DELETE", headers: headersOf(keyId) });
  if (!ok) throw new Error(`the sign-out failed with status ${status}`);
}

async function read(response: Response): Promise<SignedIn> {
  if (!response.ok) throw new Error(`the request for the session failed with status ${response.status}`);
  return (await response.json()) as SignedIn;
}

/**
 * Returns an API client that authenticates with the session cookie. After another key signs in, the service
 * rejects its requests.
 */
export const recadoOf = (
  keyId: string,
  { onRetry, signal }: Pick<RecadoOptions, "onRetry" | "signal"> = {},
): Recado =>
  createRecado({
    baseUrl: `${location.origin}/v3`,
    headers: headersOf(keyId),
    maxRetries: 1,
    onRetry,
    signal,
    fetch(request, init) {
      if (isUserAway() && new URL(request.url).origin === location.origin)
        for (const [name, value] of Object.entries(AWAY_HEADER)) request.headers.set(name, value);
      return fetch(request, init);
    },
  });
