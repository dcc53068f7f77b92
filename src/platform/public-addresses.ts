import { type LookupAddress, promises as dns } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { buildConnector } from "undici";

/** The only block of public IPv6 addresses that IANA has assigned. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/** Timeout of one query to a name server, in milliseconds. */
const NAME_SERVER_TIMEOUT_MS = 2_000;
const NAME_SERVER_TRIES = 2;

// Callers choose some URLs, such as those of webhook endpoints. Connections to these URLs may lead only to
// public addresses.

class BlockedAddressError extends Error {
  override readonly name = "BlockedAddressError";
  readonly code = "ADDRESS_BLOCKED";
}

/**
 * Returns whether a literal address is public: neither private, loopback, link-local nor reserved. Rejects
 * IPv6 addresses with a tunnel or translation prefix, because they can contain a private IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  // `process` turns ::ffff:a.b.c.d into the IPv4 address that a connection would reach.
  const parsed = ipaddr.process(address);
  if (parsed.range() !== "unicast") return false;
  return parsed.kind() === "ipv4" || (parsed as ipaddr.IPv6).match(GLOBAL_UNICAST);
}

const withoutBrackets = (hostname: string) => hostname.replace(/^\[(.*)\]$/, "$1");

const isLocalName = (hostname: string) => /^(.*\.)?localhost\.?$/i.test(hostname);

/**
 * Returns the problem of an endpoint's URL, or null. URL parsing normalizes decimal, octal and shortened IPv4
 * addresses. Host names are checked when a connection is made, because their addresses can change.
 */
export function urlProblem(text: string, { allowPrivate }: { allowPrivate: boolean }): string | null {
  if (!URL.canParse(text)) return "is not a URL";
  const { protocol, username, password, hostname } = new URL(text);
  if (protocol !== "https:" && !(allowPrivate && protocol === "http:")) return "must begin with https://";
  if (username !== "" || password !== "") return "must not contain a user name or password";
  if (allowPrivate) return null;
  const host = withoutBrackets(hostname);
  const isPrivate = isLocalName(host) || (isIP(host) !== 0 && !isPublicAddress(host));
  return isPrivate ? "must not point at a private address" : null;
}

export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

/**
 * Returns the addresses of a name. Queries the name servers directly: the system's lookup uses Node's few
 * pool threads, and a few names with dead name servers would block all threads. The system's lookup serves
 * only local names, names that the name servers do not know, and systems without a name server.
 */
export const resolveName: Resolve = async (hostname) => {
  if (isLocalName(hostname)) return dns.lookup(hostname, { all: true });
  const resolver = new dns.Resolver({ timeout: NAME_SERVER_TIMEOUT_MS, tries: NAME_SERVER_TRIES });
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const found = [
    ...(four.status === "fulfilled" ? four.value.map((address) => ({ address, family: 4 })) : []),
    ...(six.status === "fulfilled" ? six.value.map((address) => ({ address, family: 6 })) : []),
  ];
  if (found.length > 0) return found;
  const failure: unknown = four.status === "rejected" ? four.reason : new Error("no address");
  const code = (failure as { code?: unknown }).code;
  if (code === "ENOTFOUND" || code === "ENODATA" || code === "ECONNREFUSED") {
    return dns.lookup(hostname, { all: true });
  }
  throw failure;
};

/**
 * Returns a `lookup` for sockets that refuses a name if any of its addresses is not public. The socket
 * connects to a checked address without a second lookup. Sockets skip the lookup for literal addresses, which
 * `guardedConnector` checks.
 */
export function guardedLookup(resolve: Resolve, { allowPrivate }: { allowPrivate: boolean }): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const matching = addresses.filter(({ family }) => !options.family || options.family === family);
        const blocked = !allowPrivate && addresses.some(({ address }) => !isPublicAddress(address));
        const [first] = matching;
        if (blocked) callback(new BlockedAddressError("the name has an address that is not public"), []);
        else if (!first) callback(Object.assign(new Error("no address"), { code: "ENOTFOUND" }), []);
        else if (options.all) callback(null, matching);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error as NodeJS.ErrnoException, []),
    );
  };
}

/** Returns an undici connector that accepts only https to public addresses, unless `allowPrivate` is set. */
export function guardedConnector({
  allowPrivate,
  timeoutMs,
  resolve = resolveName,
}: {
  allowPrivate: boolean;
  timeoutMs: number;
  resolve?: Resolve;
}): buildConnector.connector {
  const connectTo = buildConnector({ timeout: timeoutMs, lookup: guardedLookup(resolve, { allowPrivate }) });
  return (options, callback) => {
    const problem = allowPrivate ? null : connectionProblem(options);
    if (problem === null) connectTo(options, callback);
    else callback(new BlockedAddressError(problem), null);
  };
}

function connectionProblem({ protocol, hostname }: buildConnector.Options): string | null {
  if (protocol !== "https:") return "not https";
  const host = withoutBrackets(hostname);
  return isIP(host) !== 0 && !isPublicAddress(host) ? "the address is not public" : null;
}
