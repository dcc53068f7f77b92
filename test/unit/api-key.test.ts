import { createHash } from "node:crypto";
import {
  expandScopes,
  fingerprint,
  hashKey,
  lackingScopes,
  makeKey,
} from "../../src/features/api-keys/api-key";

const known = ["files:read", "files:write", "messages:send"];

describe("an API key", () => {
  it("consists of st_ and 64 lowercase hexadecimal characters made from 32 random bytes", () => {
    expect(makeKey((size) => Buffer.alloc(size, 0xab))).toBe(`st_${"ab".repeat(32)}`);
    expect(makeKey()).toMatch(/^st_[0-9a-f]{64}$/);
  });

  it("is unique in 100 generated keys", () => {
    expect(new Set(Array.from({ length: 100 }, () => makeKey())).size).toBe(100);
  });

  it("is stored as its SHA-256 hash and its first eleven characters", () => {
    const key = `st_0123456789${"f".repeat(54)}`;
    const hash = createHash("sha256").update(key, "utf8").digest("hex");
    expect(hashKey(key)).toBe(hash);
    expect(fingerprint(key)).toEqual({ prefix: "st_01234567", hash });
  });
});

describe("scopes of an API key", () => {
  it("expands * to every scope of the contract", () => {
    expect(expandScopes(["*"], known)).toEqual(known);
  });

  it("returns scopes in the contract's order and drops scopes that the contract no longer has", () => {
    expect(expandScopes(["messages:send", "fax:send", "files:read"], known)).toEqual([
      "files:read",
      "messages:send",
    ]);
    expect(expandScopes([], known)).toEqual([]);
  });

  it("lets a key grant the scopes that it holds", () => {
    expect(lackingScopes(["files:read", "messages:send"], ["files:read"])).toEqual([]);
    expect(lackingScopes(["*"], known)).toEqual([]);
  });

  it("names the scopes that a key cannot grant because it lacks them", () => {
    expect(lackingScopes(["files:read"], known)).toEqual(["files:write", "messages:send"]);
    expect(lackingScopes([], ["files:read"])).toEqual(["files:read"]);
  });
});
