import { createHmac, randomBytes } from "node:crypto";
import type { Db } from "../../platform/db/dialect";
import type { SecretBox } from "../../platform/secrets/secret-box";
import { serviceSecret } from "../../platform/secrets/service-secrets.store";

/** Secret key of the hashes of phone numbers. */
export type SuppressionKey = string;

/** Returns the secret key of `numberHash`. All processes with the same database have the same key. */
export const suppressionKeyOf = (deps: { db: Db; secrets: SecretBox }): Promise<SuppressionKey> =>
  serviceSecret(deps, "suppression-hash", () => randomBytes(32).toString("hex"));

/** Returns the hash of a number (E.164). It identifies the number after the erasure of its contact. */
export const numberHash = (key: SuppressionKey, accountId: string, phone: string): string =>
  createHmac("sha256", key).update(`${accountId} ${phone}`).digest("hex");
