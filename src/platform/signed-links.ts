import { createHmac, randomBytes } from "node:crypto";
import type { Platform } from "./platform";
import { forbidden } from "./problem";
import { constantTimeEqual } from "./constant-time-equal";
import { serviceSecret } from "./secrets/service-secrets.store";
import { type Instant, MINUTE, SECOND } from "./time";

export const LINK_LIFETIME_MS = 15 * MINUTE;

/** Each kind of link has its own secret, which all processes on a database share. */
export type LinkKind = "import-errors-signing" | "message-export-signing";

type Deps = Pick<Platform, "db" | "secrets" | "clock">;

const secretOf = (deps: Deps, kind: LinkKind) =>
  serviceSecret(deps, kind, () => randomBytes(32).toString("hex"));

const signatureOf = (secret: string, what: readonly string[], expires: string) =>
  createHmac("sha256", secret)
    .update(JSON.stringify([...what, expires]))
    .digest("hex");

interface Signed {
  query: { expires: string; signature: string };
  expiresAt: Instant;
}

/** Signs a link that works without an API key. `what` identifies the link's target. */
export async function signLink(deps: Deps, kind: LinkKind, what: readonly string[]): Promise<Signed> {
  const seconds = Math.floor((deps.clock.now() + LINK_LIFETIME_MS) / SECOND);
  const expires = String(seconds);
  const signature = signatureOf(await secretOf(deps, kind), what, expires);
  return { query: { expires, signature }, expiresAt: seconds * SECOND };
}

/** Throws 403 if the link has expired, or if this service did not sign exactly these parameters. */
export async function checkLink(
  deps: Deps,
  kind: LinkKind,
  what: readonly string[],
  query: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { expires, signature, ...more } = query;
  const signed =
    typeof expires === "string" &&
    typeof signature === "string" &&
    Object.keys(more).length === 0 &&
    constantTimeEqual(signature, signatureOf(await secretOf(deps, kind), what, expires));
  if (!signed) throw forbidden("The signature does not match this request");
  if (deps.clock.now() >= Number(expires) * SECOND) {
    throw forbidden("This URL has expired: request a new one");
  }
}
