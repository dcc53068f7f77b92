import fc from "fast-check";
import { Problem } from "../../src/platform/problem";
import { type Grant, readGrant, signedPath } from "../../src/storage/disk/signed-url";
import { noon } from "../support/clock";

const SECRET = "a secret of the tests";
const upload: Grant = {
  method: "PUT",
  key: "01a1f8d3-ea00-7b3f-8d21-5c7e9a0b4f16/01a1f8d3-ea00-7b3f-8d21-5c7e9a0b4f17",
  contentType: "image/png",
  sizeBytes: 1234,
  expiresAt: noon + 900_000,
  filename: null,
};

function parse(path: string) {
  const url = new URL(path, "http://localhost");
  return { key: url.pathname.slice("/storage/".length), query: Object.fromEntries(url.searchParams) };
}

const read = (method: Grant["method"], path: string, now = noon, secret = SECRET) =>
  readGrant({ method, ...parse(path) }, secret, now);

function expectForbidden(act: () => unknown): void {
  expect(act).toThrow(Problem);
  expect(act).toThrow(expect.objectContaining({ status: 403, code: "forbidden" }));
}

describe("a signed URL", () => {
  it("is read back unchanged, for any file name", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", minLength: 1 }),
        fc.integer({ min: 1, max: 2 ** 40 }),
        (filename, sizeBytes) => {
          const grant: Grant = { ...upload, method: "GET", sizeBytes, filename };
          expect(read("GET", signedPath(grant, SECRET))).toEqual(grant);
        },
      ),
    );
  });

  it("expires at the full second before its expiry", () => {
    const path = signedPath({ ...upload, expiresAt: noon + 1_999 }, SECRET);
    expect(read("PUT", path, noon + 999).expiresAt).toBe(noon + 1_000);
    expectForbidden(() => read("PUT", path, noon + 1_000));
  });

  it("grants no other method, key or secret", () => {
    const path = signedPath(upload, SECRET);
    expectForbidden(() => read("GET", path));
    expectForbidden(() => read("PUT", path.replace("4f17", "4f18")));
    expectForbidden(() => read("PUT", path, noon, `${SECRET}.`));
  });

  it("is invalid when any character of its parameters is changed", () => {
    const path = signedPath({ ...upload, filename: "contatos.csv" }, SECRET);
    const { key, query } = parse(path);
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.keys(query)),
        fc.nat(),
        fc.string({ maxLength: 2 }),
        (name, at, text) => {
          const value = query[name] as string;
          const index = at % value.length;
          const changed = value.slice(0, index) + text + value.slice(index + 1);
          fc.pre(changed !== value);
          expectForbidden(() =>
            readGrant({ method: "PUT", key, query: { ...query, [name]: changed } }, SECRET, noon),
          );
        },
      ),
    );
  });

  it.each(["type", "size", "expires", "signature"])("is invalid without %s, and with two of it", (name) => {
    const { key, query } = parse(signedPath(upload, SECRET));
    const { [name]: value, ...others } = query;
    expectForbidden(() => readGrant({ method: "PUT", key, query: others }, SECRET, noon));
    const twice = { ...others, [name]: [value, value] };
    expectForbidden(() => readGrant({ method: "PUT", key, query: twice }, SECRET, noon));
  });

  it("is invalid with an additional parameter, even a file name", () => {
    const { key, query } = parse(signedPath(upload, SECRET));
    for (const extra of [{ filename: "other.csv" }, { filename: "" }, { more: "" }]) {
      expectForbidden(() => readGrant({ method: "PUT", key, query: { ...query, ...extra } }, SECRET, noon));
    }
  });
});
