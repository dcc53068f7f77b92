import { createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import { keyIdOf, secretBox, SecretError } from "../../src/platform/secrets/secret-box";
import { newSecretKey, readSecretKey } from "../../src/platform/secrets/secret-key";

const newKey = (): KeyObject => createSecretKey(randomBytes(32));
const CONTEXT = ["webhook_endpoints", "account", "endpoint"] as const;

describe("a secret box", () => {
  const key = newKey();
  const box = secretBox(key);
  const sealed = box.seal("whsec_café ☕", CONTEXT);

  it("opens what it sealed, and shows nothing of it", () => {
    expect(box.open(sealed, CONTEXT)).toBe("whsec_café ☕");
    expect(secretBox(key).open(sealed, CONTEXT)).toBe("whsec_café ☕");
    expect(sealed).toMatch(/^sealed\.1\.[0-9a-f]{16}\.[\w-]+$/);
    expect(Buffer.from(sealed.split(".")[3] ?? "", "base64url").toString("latin1")).not.toContain("whsec");
  });

  it("never seals twice alike", () => {
    expect(new Set(Array.from({ length: 100 }, () => box.seal("same", CONTEXT))).size).toBe(100);
  });

  it("seals an empty text too", () => {
    expect(box.open(box.seal("", CONTEXT), CONTEXT)).toBe("");
  });

  it.each([
    ["another row", ["webhook_endpoints", "account", "other"]],
    ["another account", ["webhook_endpoints", "other", "endpoint"]],
    ["another table", ["carriers", "account", "endpoint"]],
    ["other parts that read the same joined", ["webhook_endpoints", "account,endpoint"]],
  ] as const)("does not open for %s", (_, context) => {
    expect(() => box.open(sealed, context)).toThrow(SecretError);
  });

  it("does not open what was changed, wherever", () => {
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
    "does not open %j, which no box sealed",
    (text) => {
      expect(() => box.open(text, CONTEXT)).toThrow(SecretError);
    },
  );

  it("says nothing of a secret that it cannot open", () => {
    const other = secretBox(newKey());
    expect(() => other.open(sealed, CONTEXT)).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining(sealed.slice(-20)) as string }),
    );
  });

  it("leaves what it sealed itself, and refuses to seal anew what was never sealed", () => {
    expect(box.resealed(sealed, CONTEXT)).toBeNull();
    expect(() => box.resealed("whsec_readable", CONTEXT)).toThrow(SecretError);
  });

  it("takes over from the key before, and not from a stranger's", () => {
    const next = secretBox(newKey(), [key]);
    expect(next.open(sealed, CONTEXT)).toBe("whsec_café ☕");
    const resealed = next.resealed(sealed, CONTEXT) ?? "";
    expect(next.open(resealed, CONTEXT)).toBe("whsec_café ☕");
    expect(() => box.open(resealed, CONTEXT)).toThrow(SecretError);
    expect(() => secretBox(newKey()).resealed(sealed, CONTEXT)).toThrow(SecretError);
  });

  it("is known by an id that is its key's and tells nothing of it", () => {
    expect(box.keyId).toBe(keyIdOf(key));
    expect(keyIdOf(newKey())).not.toBe(box.keyId);
    expect(key.export().toString("hex")).not.toContain(box.keyId);
  });
});

describe("a new secret key", () => {
  it("has 32 bytes, other ones each time", () => {
    const keys = Array.from({ length: 20 }, newSecretKey);
    expect(new Set(keys).size).toBe(20);
    for (const text of keys) expect(readSecretKey(text)?.symmetricKeySize).toBe(32);
  });
});
