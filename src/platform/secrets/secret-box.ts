import { createCipheriv, createDecipheriv, createHmac, type KeyObject, randomBytes } from "node:crypto";

/** Table and row key of a secret. A sealed secret can be opened only with the same context. */
export type SecretContext = readonly [table: string, ...key: string[]];

/** Encryption of secrets before they are stored, and decryption when they are used. */
export interface SecretBox {
  /** Id of the sealing key, which does not reveal the key. */
  readonly keyId: string;
  seal(plaintext: string, context: SecretContext): string;
  /** Throws `SecretError` unless a key of this box sealed the secret for the same context. */
  open(sealed: string, context: SecretContext): string;
  /** Returns the secret sealed with the current key, or null if the current key has sealed it already. */
  resealed(sealed: string, context: SecretContext): string | null;
}

export function canOpen(box: SecretBox, sealed: string, context: SecretContext): boolean {
  try {
    box.open(sealed, context);
    return true;
  } catch (error) {
    if (error instanceof SecretError) return false;
    throw error;
  }
}

/** A stored secret that cannot be opened. The message contains nothing of the secret. */
export class SecretError extends Error {
  override readonly name = "SecretError";
}

// AES-256-GCM with a 96-bit nonce and a 128-bit tag, as NIST SP 800-38D recommends. The format is
// `sealed.1.<key id>.<base64url of nonce, tag and ciphertext>`; the number is its version.
const CIPHER = "aes-256-gcm";
const FORM = "sealed.1";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Returns the id of a key: a keyed hash of a constant, which does not reveal the key. */
export const keyIdOf = (key: KeyObject): string =>
  createHmac("sha256", key).update("recado: id of a secret key").digest("hex").slice(0, 16);

/** Returns the additional authenticated data. A JSON array keeps its parts distinct. */
const bound = (keyId: string, context: SecretContext) =>
  Buffer.from(JSON.stringify([FORM, keyId, ...context]));

/** Returns a box that seals with the first key and opens secrets sealed with any of the keys. */
export function secretBox(key: KeyObject, earlier: readonly KeyObject[] = []): SecretBox {
  const keys = new Map([key, ...earlier].map((one) => [keyIdOf(one), one]));
  const keyId = keyIdOf(key);
  const currentPrefix = `${FORM}.${keyId}.`;

  const box: SecretBox = {
    keyId,

    seal(plaintext, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(bound(keyId, context));
      const ciphertext = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final()]);
      return currentPrefix + Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString("base64url");
    },

    open(sealed, context) {
      const [, id = "", payload = ""] = /^sealed\.1\.([0-9a-f]{16})\.([\w-]+)$/.exec(sealed) ?? [];
      const itsKey = keys.get(id);
      if (!itsKey)
        throw new SecretError(`A secret of ${context[0]} was encrypted with a key that is not configured`);
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
        throw new SecretError(`A secret of ${context[0]} is damaged, or was encrypted for another record`);
      }
    },

    resealed(sealed, context) {
      return sealed.startsWith(currentPrefix) ? null : box.seal(box.open(sealed, context), context);
    },
  };
  return box;
}
