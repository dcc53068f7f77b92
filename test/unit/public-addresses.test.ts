import type { LookupAddress } from "node:dns";
import { guardedLookup, isPublicAddress, resolveName, urlProblem } from "../../src/platform/public-addresses";

const guarded = { allowPrivate: false };

describe("a public address", () => {
  it.each(["8.8.8.8", "200.160.2.3", "2001:4860:4860::8888", "2804:14c::1", "::ffff:8.8.8.8"])(
    "includes %s",
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    ["loopback", "127.0.0.1"],
    ["loopback beyond .1", "127.9.9.9"],
    ["this host", "0.0.0.0"],
    ["private", "10.1.2.3"],
    ["private", "172.16.0.1"],
    ["private", "172.31.255.255"],
    ["private", "192.168.0.10"],
    ["link-local, where clouds keep credentials", "169.254.169.254"],
    ["shared by carriers (CGN)", "100.64.0.1"],
    ["benchmarking", "198.18.0.1"],
    ["documentation", "203.0.113.7"],
    ["multicast", "224.0.0.1"],
    ["broadcast", "255.255.255.255"],
    ["loopback", "::1"],
    ["unspecified", "::"],
    ["mapped loopback", "::ffff:127.0.0.1"],
    ["mapped loopback in hexadecimal", "::ffff:7f00:1"],
    ["mapped private", "::ffff:10.0.0.1"],
    ["IPv4-compatible", "::127.0.0.1"],
    ["translated (NAT64)", "64:ff9b::7f00:1"],
    ["6to4 of a private address", "2002:7f00:1::"],
    ["Teredo", "2001:0:53aa:64c::1"],
    ["unique local", "fd00::1"],
    ["link-local", "fe80::1"],
    ["link-local with a zone", "fe80::1%eth0"],
    ["old site-local", "fec0::1"],
    ["documentation", "2001:db8::1"],
    ["multicast", "ff02::1"],
    ["no address", "localhost"],
    ["no strict form", "127.1"],
    ["no strict form", "0177.0.0.1"],
    ["empty", ""],
  ])("excludes %s: %s", (_, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe("the URL of a webhook endpoint", () => {
  it.each([
    "https://painel.padariasol.com.br/recado/eventos?loja=1",
    "https://example.com:8443/",
    "https://8.8.8.8/x",
    "https://[2001:4860:4860::8888]/x",
    "https://localhost.example.com/",
  ])("accepts %s", (url) => {
    expect(urlProblem(url, guarded)).toBeNull();
  });

  it.each([
    ["not https", "http://example.com/"],
    ["another protocol", "ftp://example.com/"],
    ["another protocol", "file:///etc/passwd"],
    ["credentials", "https://user:secret@example.com/"],
    ["a user alone", "https://user@example.com/"],
    ["loopback", "https://127.0.0.1/"],
    ["a decimal number", "https://2130706433/"],
    ["octal", "https://0177.0.0.1/"],
    ["hexadecimal", "https://0x7f.1/"],
    ["shortened", "https://127.1/"],
    ["full-width digits", "https://１２７.0.0.1/"],
    ["a trailing dot", "https://127.0.0.1./"],
    ["IPv6 loopback", "https://[::1]/"],
    ["mapped IPv6", "https://[::ffff:192.168.0.1]/"],
    ["local by name", "https://localhost:3000/"],
    ["local by name", "https://api.LOCALHOST./"],
    ["no URL", "https://"],
  ])("refuses %s: %s", (_, url) => {
    expect(urlProblem(url, guarded)).toEqual(expect.any(String));
  });

  it("allows http and private addresses when the operator permits them, but never credentials", () => {
    const open = { allowPrivate: true };
    expect(urlProblem("http://127.0.0.1:9000/hook", open)).toBeNull();
    expect(urlProblem("http://localhost/hook", open)).toBeNull();
    expect(urlProblem("http://a:b@127.0.0.1/hook", open)).not.toBeNull();
    expect(urlProblem("ftp://127.0.0.1/hook", open)).not.toBeNull();
  });
});

describe("a guarded lookup", () => {
  const named = (...addresses: string[]) =>
    Promise.resolve(
      addresses.map((address): LookupAddress => ({ address, family: address.includes(":") ? 6 : 4 })),
    );
  const lookUp = (
    addresses: Promise<LookupAddress[]>,
    allowPrivate: boolean,
    options: { all?: boolean; family?: number },
  ) =>
    new Promise<{ error: (Error & { code?: string }) | null; found: unknown[] }>((done) => {
      guardedLookup(() => addresses, { allowPrivate })("example.com", options, (error, ...found) =>
        done({ error, found }),
      );
    });

  it("returns one address or all, as requested", async () => {
    const both = named("8.8.8.8", "2001:4860:4860::8888");
    expect(await lookUp(both, false, {})).toEqual({ error: null, found: ["8.8.8.8", 4] });
    expect(await lookUp(both, false, { family: 6 })).toEqual({
      error: null,
      found: ["2001:4860:4860::8888", 6],
    });
    const all = [
      { address: "8.8.8.8", family: 4 },
      { address: "2001:4860:4860::8888", family: 6 },
    ];
    expect(await lookUp(both, false, { all: true })).toEqual({ error: null, found: [all] });
  });

  it.each([["127.0.0.1"], ["::1"], ["::ffff:10.0.0.1"], ["169.254.169.254"]])(
    "refuses a name that also has the address %s",
    async (address) => {
      for (const all of [true, false]) {
        const { error } = await lookUp(named("8.8.8.8", address), false, { all });
        expect(error).toMatchObject({ name: "BlockedAddressError" });
      }
      expect((await lookUp(named("8.8.8.8", address), true, { all: true })).error).toBeNull();
    },
  );

  it("reports an unknown name", async () => {
    const failure = Object.assign(new Error("queryA ENOTFOUND"), { code: "ENOTFOUND" });
    expect((await lookUp(Promise.reject(failure), false, {})).error).toBe(failure);
    expect((await lookUp(named(), false, { all: true })).error).toMatchObject({ code: "ENOTFOUND" });
    expect((await lookUp(named("8.8.8.8"), false, { family: 6 })).error).toMatchObject({ code: "ENOTFOUND" });
  });

  it("resolves local names with the system's lookup", async () => {
    const found = await resolveName("localhost");
    expect(found.length).toBeGreaterThan(0);
    expect(found.every(({ address }) => !isPublicAddress(address))).toBe(true);
  });
});
