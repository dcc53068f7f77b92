import type { SignedIn } from "../../signed-in";
import { createRecado, type Recado } from "../../../../client";

const SESSION = "/console/session";
/** The service takes the session for these only. */
const OWN = { "X-Recado-Console": "1" };

export type { SignedIn };

/** Who has signed in; null: nobody. Throws where the service does not answer. */
export async function whoIsSignedIn(): Promise<SignedIn | null> {
  const answer = await fetch(SESSION, { headers: OWN });
  return answer.status === 204 ? null : read(answer);
}

export type Refusal = "wrong" | "too-many" | "failed";

/** Begins a session with the key; the key itself is kept nowhere. */
export async function signIn(key: string): Promise<SignedIn | Refusal> {
  const answer = await fetch(SESSION, { method: "POST", headers: { ...OWN, "X-API-Key": key } });
  if (answer.status === 401) return "wrong";
  if (answer.status === 429) return "too-many";
  return answer.ok ? read(answer) : "failed";
}

/** Throws if the session did not end. */
export async function signOut(): Promise<void> {
  const { ok, status } = await fetch(SESSION, { method: "DELETE", headers: OWN });
  if (!ok) throw new Error(`the sign-out was answered with ${status}`);
}

async function read(answer: Response): Promise<SignedIn> {
  if (!answer.ok) throw new Error(`the session was answered with ${answer.status}`);
  return (await answer.json()) as SignedIn;
}

/** The account's client; the cookie of the session stands for the key. */
export const recadoOf = (): Recado =>
  createRecado({ baseUrl: `${location.origin}/v3`, headers: OWN, maxRetries: 1 });
