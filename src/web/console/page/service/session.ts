import type { SignedIn } from "../../signed-in";
import { createRecado, type Recado } from "../../../../client";

const SESSION = "/console/session";
/** Header of requests from the console. Without this header, the service ignores the session cookie. */
export const CONSOLE_HEADER = { "X-Recado-Console": "1" };

export type { SignedIn };

/** Returns the session's account and key, or null without a session. Throws if the service is unavailable. */
export async function fetchSession(): Promise<SignedIn | null> {
  const response = await fetch(SESSION, { headers: CONSOLE_HEADER });
  return response.status === 204 ? null : read(response);
}

export type Refusal = "wrong" | "too-many" | "failed";

/** Starts a session with an API key. The page does not keep the key. */
export async function signIn(key: string): Promise<SignedIn | Refusal> {
  const response = await fetch(SESSION, { method: "POST", headers: { ...CONSOLE_HEADER, "X-API-Key": key } });
  if (response.status === 401) return "wrong";
  if (response.status === 429) return "too-many";
  return response.ok ? read(response) : "failed";
}

/** Ends the session. Throws if the service did not end it. */
export async function signOut(): Promise<void> {
  const { ok, status } = await fetch(SESSION, { method: "DELETE", headers: CONSOLE_HEADER });
  if (!ok) throw new Error(`the sign-out failed with status ${status}`);
}

async function read(response: Response): Promise<SignedIn> {
  if (!response.ok) throw new Error(`the request for the session failed with status ${response.status}`);
  return (await response.json()) as SignedIn;
}

/** Returns an API client that authenticates with the session cookie. */
export const recadoOf = (): Recado =>
  createRecado({ baseUrl: `${location.origin}/v3`, headers: CONSOLE_HEADER, maxRetries: 1 });
