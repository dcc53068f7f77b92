import { createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import { keyIdOf, secretBox, SecretError } from "../../src/platform/secrets/secret-box";
import { newSecretKey, readSecretKey } from "../../src/platform/secrets/secret-key";

const newKey = (): KeyObject => createSecretKey(randomBytes(32));
const CONTEXT = ["webhook_endpoints", "account", "endpoint"] as const;

describe("a secret box", () => {
  const key = newKey();
  const box = secretBox(key);
  const sealed = box.seal("whsec_café ☕", CONTEXT);

  it("opens its own sealed text, which reveals nothing of the secret", () => {
    expect(box.open(sealed, CONTEXT)).toBe("whsec_café ☕");
    expect(secretBox(key).open(sealed, CONTEXT)).toBe("whsec_café ☕");
    expect(sealed).toMatch(/^sealed\.1\.[0-9a-f]{16}\.[\w-]+$/);
    expect(Buffer.from(sealed.split(".")[3] ?? "", "base64url").toString("latin1")).not.toContain("whsec");
  });

  it("seals the same text differently each time", () => {
    expect(new Set(Array.from({ length: 100 }, () => box.seal("same", CONTEXT))).size).toBe(100);
  });

  it("seals an empty text", () => {
    expect(box.open(box.seal("", CONTEXT), CONTEXT)).toBe("");
  });

  it.each([
    ["another row", ["webhook_endpoints", "account", "other"]],
    ["another account", ["webhook_endpoints", "other", "endpoint"]],
    ["another table", ["carriers", "account", "endpoint"]],
    ["other parts with the same concatenation", ["webhook_endpoints", "account,endpoint"]],
  ] as const)("refuses to open for %s", (_, context) => {
    expect(() => box.open(sealed, context)).toThrow(SecretError);
  });

  it("refuses a sealed text with any changed byte", () => {
    const [form, version, id, payload = ""] = sealed.split(".");
    const bytes = Buffer.from(payload, "base64url");
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      const text = [form, version, id, changed.toString("base64url")].join(".");
      expect(() => box.open(text, CONTEXT)).toThrow(SecretError);
    }
    for (const cut of [0, 1, 12, 28, bytes.length - 1]) {
      const text = [form, version, id, bytes.subarray(0, cut).toString("base64url")].join(".");
      expect(() => box.open(text, CONTEXT)).toThrow(SecretError);
    }
  });

  it.each(["", "whsec_readable", "sealed.", "sealed.2.0123456789abcdef.AAAA", "sealed.1..AAAA"])(
    "refuses %j, which was never sealed",
    (text) => {
      expect(() => box.open(text, CONTEXT)).toThrow(SecretError);
    },
  );

  it("keeps a secret that it cannot open out of the error message", () => {
    const other = secretBox(newKey());
    expect(() => other.open(sealed, CONTEXT)).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining(sealed.slice(-20)) as string }),
    );
  });

  it("leaves a text sealed with its key, and refuses to reseal a plain text", () => {
    expect(box.resealed(sealed, CONTEXT)).toBeNull();
    expect(() => box.resealed("whsec_readable", CONTEXT)).toThrow(SecretError);
  });

  it("reseals a text of the previous key, and refuses any other key", () => {
    const next = secretBox(newKey(), [key]);
    expect(next.open(sealed, CONTEXT)).toBe("whsec_café ☕");
    const resealed = next.resealed(sealed, CONTEXT) ?? "";
    expect(next.open(resealed, CONTEXT)).toBe("whsec_café ☕");
    expect(() => box.open(resealed, CONTEXT)).toThrow(SecretError);
    expect(() => secretBox(newKey()).resealed(sealed, CONTEXT)).toThrow(SecretError);
  });

  it("has an id that depends on its key and reveals nothing of it", () => {
    expect(box.keyId).toBe(keyIdOf(key));
    expect(keyIdOf(newKey())).not.toBe(box.keyId);
    expect(key.export().toString("hex")).not.toContain(box.keyId);
  });
});

describe("a new secret key", () => {
  it("consists of 32 random bytes", () => {
    const keys = Array.from({ length: 20 }, newSecretKey);
    expect(new Set(keys).size).toBe(20);
    for (const text of keys) expect(readSecretKey(text)?.symmetricKeySize).toBe(32);
  });
});
