import { createCipheriv, createDecipheriv, createHmac, type KeyObject, randomBytes } from "node:crypto";

/** What a secret belongs to: its table and the row's key. Sealed for one place, it opens at no other. */
export type SecretContext = readonly [table: string, ...key: string[]];

/** Encrypts secrets before they are stored, and decrypts them where they are used. */
export interface SecretBox {
  /** Names the key that seals, and tells nothing of it. */
  readonly keyId: string;
  seal(plaintext: string, context: SecretContext): string;
  /** Throws `SecretError` for what was not sealed by a key of this box for this very context. */
  open(sealed: string, context: SecretContext): string;
  /** Seals anew what an earlier key sealed; null where there is nothing to do. */
  resealed(sealed: string, context: SecretContext): string | null;
}

/** A stored secret that cannot be opened. Its message holds nothing of it. */
export class SecretError extends Error {
  override readonly name = "SecretError";
}

// AES-256-GCM with a nonce of 96 bits and a tag of 128, as NIST SP 800-38D recommends. A sealed secret reads
// `sealed.1.<key id>.<base64url of nonce, tag and ciphertext>`; the number is the version of this form.
const CIPHER = "aes-256-gcm";
const FORM = "sealed.1";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A keyed hash of a constant: who has it cannot tell the key, and two keys do not share it. */
export const keyIdOf = (key: KeyObject): string =>
  createHmac("sha256", key).update("recado: id of a secret key").digest("hex").slice(0, 16);

/** A JSON array keeps the parts apart whatever characters they hold. */
const bound = (keyId: string, context: SecretContext) =>
  Buffer.from(JSON.stringify([FORM, keyId, ...context]));

/** A box that seals with the first key and opens what any of them sealed. */
export function secretBox(key: KeyObject, earlier: readonly KeyObject[] = []): SecretBox {
  const keys = new Map([key, ...earlier].map((one) => [keyIdOf(one), one]));
  const keyId = keyIdOf(key);
  const ours = `${FORM}.${keyId}.`;

  const box: SecretBox = {
    keyId,

    seal(plaintext, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(bound(keyId, context));
      const ciphertext = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final()]);
      return ours + Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString("base64url");
    },

    open(sealed, context) {
      const [, id = "", payload = ""] = /^sealed\.1\.([0-9a-f]{16})\.([\w-]+)$/.exec(sealed) ?? [];
      const itsKey = keys.get(id);
      if (!itsKey)
        throw new SecretError(`A secret of ${context[0]} was sealed with a key that is not at hand`);
      const bytes = Buffer.from(payload, "base64url");
      try {
        const decipher = createDecipheriv(CIPHER, itsKey, bytes.subarray(0, NONCE_BYTES), {
          authTagLength: TAG_BYTES,
        });
        decipher.setAAD(bound(id, context));
        decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
        const ciphertext = bytes.subarray(NONCE_BYTES + TAG_BYTES);
        return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString("utf8");
      } catch {
        throw new SecretError(`A secret of ${context[0]} is damaged, or was sealed for another row`);
      }
    },

    resealed(sealed, context) {
      return sealed.startsWith(ours) ? null : box.seal(box.open(sealed, context), context);
    },
  };
  return box;
}
