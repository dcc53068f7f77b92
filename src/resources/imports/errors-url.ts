import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Platform } from "../../platform/parts";
import { Problem } from "../../platform/problem";
import { serviceSecret } from "../../platform/secrets/service-secrets.store";
import { type Instant, MINUTE, SECOND } from "../../platform/time";
import type { Import } from "./import";

/** How long a URL of rejected rows works, in milliseconds. */
export const URL_LIFETIME_MS = 15 * MINUTE;

type ImportKey = Pick<Import, "accountId" | "id">;

/** Signs the URLs; every process of the database has the same. */
const secretOf = (parts: Pick<Platform, "db" | "secrets">) =>
  serviceSecret(parts, "import-errors-signing", () => randomBytes(32).toString("hex"));

const signatureOf = (secret: string, { accountId, id }: ImportKey, expires: string) =>
  createHmac("sha256", secret)
    .update(JSON.stringify([accountId, id, expires]))
    .digest();

/** A URL that answers the rejected rows of an import, without a key, until it expires. */
export async function signErrorsUrl(
  {
    config,
    db,
    secrets,
    clock,
  }: Pick<Platform, "db" | "secrets" | "clock"> & { config: { publicUrl: string } },
  key: ImportKey,
): Promise<{ url: string; expiresAt: Instant }> {
  const seconds = Math.floor((clock.now() + URL_LIFETIME_MS) / SECOND);
  const expires = String(seconds);
  const signature = signatureOf(await secretOf({ db, secrets }), key, expires).toString("hex");
  const query = new URLSearchParams({ expires, signature }).toString();
  const url = `${config.publicUrl}/imports/${key.accountId}/${key.id}/errors?${query}`;
  return { url, expiresAt: seconds * SECOND };
}

/** Refuses as forbidden a URL that this service did not sign exactly so, or that has expired. */
export async function checkErrorsUrl(
  { db, secrets, clock }: Pick<Platform, "db" | "secrets" | "clock">,
  key: ImportKey,
  query: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { expires, signature, ...more } = query;
  const signed =
    typeof expires === "string" &&
    typeof signature === "string" &&
    /^[0-9a-f]{64}$/.test(signature) &&
    Object.keys(more).length === 0 &&
    timingSafeEqual(
      Buffer.from(signature, "hex"),
      signatureOf(await secretOf({ db, secrets }), key, expires),
    );
  if (!signed) throw forbidden("The signature does not fit this request");
  if (clock.now() >= Number(expires) * SECOND) throw forbidden("This URL has expired: ask for a new one");
}

const forbidden = (message: string) => new Problem(403, "forbidden", message);
