import { createHmac, randomBytes } from "node:crypto";
import { type Instant, SECOND } from "../../platform/time";

export const SIGNATURE_HEADER = "X-Service-Signature";

const SECRET_PREFIX = "whsec_";
const SECRET_BYTES = 32;

export const newSecret = () => `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString("base64")}`;

const keyOf = (secret: string) => Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");

/**
 * Returns the signature header, `t=<Unix seconds>,v1=<hex>` with one `v1` per secret. Each `v1` is the
 * HMAC-SHA256 of `<time>.<body>`, keyed with the decoded secret. The signed time prevents replays.
 */
export function signatureOf(secrets: readonly string[], body: Buffer, at: Instant): string {
  const time = Math.floor(at / SECOND);
  const signatures = secrets.map((secret) => {
    const hmac = createHmac("sha256", keyOf(secret)).update(`${time}.`).update(body);
    return `,v1=${hmac.digest("hex")}`;
  });
  return `t=${time}${signatures.join("")}`;
}
