import { createHmac, timingSafeEqual } from "node:crypto";
import { signingSecrets } from "../../src/features/webhooks/endpoint-secrets.store";
import { newSecret, signatureOf } from "../../src/features/webhooks/signature";
import { DAY, SECOND } from "../../src/platform/time";

const at = Date.parse("2026-11-20T12:00:01.900Z");
const body = Buffer.from('[{"to":"+5511987654321","client_reference":"café ☕"}]');

/** Verifies a signature as a receiver does, written from the contract's description alone. */
function accepts(header: string, raw: Buffer, secret: string, now: number): boolean {
  const [time, ...signatures] = header.split(",");
  const seconds = Number(/^t=(\d+)$/.exec(time ?? "")?.[1]);
  if (Math.abs(now / 1000 - seconds) >= 300) return false;
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const expected = createHmac("sha256", key)
    .update(Buffer.concat([Buffer.from(`${seconds}.`), raw]))
    .digest();
  return signatures.some((signature) => {
    const given = Buffer.from(/^v1=([0-9a-f]{64})$/.exec(signature)?.[1] ?? "", "hex");
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

describe("the signature of a webhook request", () => {
  it("matches a value computed with OpenSSL", () => {
    // printf '1795176001.[]' | openssl dgst -sha256 -mac HMAC -macopt hexkey:<00 to 1f>
    const secret = `whsec_${Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString("base64")}`;
    expect(signatureOf([secret], Buffer.from("[]"), 1_795_176_001_999)).toBe(
      "t=1795176001,v1=af89fe8c2aaa5c1a89ee9a3663b40c26ae121089c59e2381dc7b7fbbeca21418",
    );
  });

  it("is accepted with the secret, for five minutes and for this body only", () => {
    const secret = newSecret();
    const header = signatureOf([secret], body, at);
    expect(accepts(header, body, secret, at)).toBe(true);
    expect(accepts(header, body, newSecret(), at)).toBe(false);
    expect(accepts(header, Buffer.from(`${body.toString()} `), secret, at)).toBe(false);
    expect(accepts(header, body, secret, at + 301 * SECOND)).toBe(false);
    expect(header).toMatch(/^t=\d{1,12}(,v1=[0-9a-f]{64}){1,11}$/);
  });

  it("has one part per secret for a day after a rotation", () => {
    const [secret, previousSecret] = [newSecret(), newSecret()];
    const endpoint = {
      secret,
      previous_secret: previousSecret,
      previous_secret_expires_at: at + DAY,
      earlier_secrets: null,
    };
    const both = signatureOf(signingSecrets(endpoint, at), body, at);
    expect(both.split(",")).toHaveLength(3);
    expect(accepts(both, body, secret, at)).toBe(true);
    expect(accepts(both, body, previousSecret, at)).toBe(true);
    expect(both).toMatch(/^t=\d{1,12}(,v1=[0-9a-f]{64}){1,11}$/);
    const later = signatureOf(signingSecrets(endpoint, at + DAY), body, at + DAY);
    expect(accepts(later, body, secret, at + DAY)).toBe(true);
    expect(accepts(later, body, previousSecret, at + DAY)).toBe(false);
  });

  it("uses secrets of 32 random bytes", () => {
    const secrets = new Set(Array.from({ length: 100 }, newSecret));
    expect(secrets.size).toBe(100);
    for (const secret of secrets) expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  });
});
