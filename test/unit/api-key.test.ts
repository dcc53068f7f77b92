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
  it("is st_ and 64 hexadecimal characters in lower case, from 32 random bytes", () => {
    expect(makeKey((size) => Buffer.alloc(size, 0xab))).toBe(`st_${"ab".repeat(32)}`);
    expect(makeKey()).toMatch(/^st_[0-9a-f]{64}$/);
  });

  it("is never made twice", () => {
    expect(new Set(Array.from({ length: 100 }, () => makeKey())).size).toBe(100);
  });

  it("is kept as its SHA-256 and its first eleven characters", () => {
    const key = `st_0123456789${"f".repeat(54)}`;
    const hash = createHash("sha256").update(key, "utf8").digest("hex");
    expect(hashKey(key)).toBe(hash);
    expect(fingerprint(key)).toEqual({ prefix: "st_01234567", hash });
  });
});

describe("scopes", () => {
  it("are all of the contract's where * is granted", () => {
    expect(expandScopes(["*"], known)).toEqual(known);
  });

  it("come in the contract's order, without those that it no longer has", () => {
    expect(expandScopes(["messages:send", "fax:send", "files:read"], known)).toEqual([
      "files:read",
      "messages:send",
    ]);
    expect(expandScopes([], known)).toEqual([]);
  });

  it("can be granted by a key that holds them", () => {
    expect(lackingScopes(["files:read", "messages:send"], ["files:read"])).toEqual([]);
    expect(lackingScopes(["*"], known)).toEqual([]);
  });

  it("cannot be granted by a key that lacks them, and those are named", () => {
    expect(lackingScopes(["files:read"], known)).toEqual(["files:write", "messages:send"]);
    expect(lackingScopes([], ["files:read"])).toEqual(["files:read"]);
  });
});
