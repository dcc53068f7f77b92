export interface PostgresHost {
  /** Host and port for messages, without user and password. */
  name: string;
  /** Connection URL with this server as the only host. */
  url: string;
}

/**
 * Required state of a server, as in libpq: a primary that accepts writes, a primary, a standby, or any
 * server.
 */
export type SessionAttribute = "read-write" | "primary" | "standby" | "any";

/** Purpose of a URL: the database, or a standby that only serves reads. */
export type UrlPurpose = "database" | "replica";

interface PostgresUrl {
  /** Servers in the order in which they are tried. */
  hosts: readonly PostgresHost[];
  attribute: SessionAttribute;
}

/**
 * Error of a connection URL. The message completes the sentence "DATABASE_URL …", and contains no password.
 */
export class InvalidPostgresUrl extends Error {
  override readonly name = "InvalidPostgresUrl";
}

/** Maximum number of hosts. Each host gets an equal share of the time to connect. */
const MAX_HOSTS = 8;
const ATTRIBUTES: Readonly<Record<UrlPurpose, readonly SessionAttribute[]>> = {
  database: ["read-write", "primary", "any"],
  replica: ["standby"],
};
const REASONS: Readonly<Record<UrlPurpose, string>> = {
  database: "because the service writes",
  replica: "because the service only reads from it",
};

/** Scheme, user and password, hosts, database, and options. A password may contain commas. */
const PARTS = /^(postgres(?:ql)?:\/\/)((?:[^/?#]*@)?)([^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?$/;
const HOST_AND_PORT = /^(\[[0-9a-f:.%]+\]|[^\s:[\]]+)(?::(\d+))?$/i;

/**
 * Reads a URL of libpq's form `postgres://user:password@host1:5432,host2:5432/name`. The options `host` and
 * `port` may hold the lists too. The default of `target_session_attrs` is `read-write` for several hosts, not
 * libpq's `any`, because the service writes. The URL of a replica requires `standby`. Throws
 * `InvalidPostgresUrl`.
 */
export function parsePostgresUrl(url: string, purpose: UrlPurpose = "database"): PostgresUrl {
  const parts = PARTS.exec(url);
  if (parts === null)
    throw new InvalidPostgresUrl("must be a URL beginning with postgres:// or postgresql://");
  const [, scheme = "", user = "", authority = "", path = "", query = ""] = parts;
  const options = new URLSearchParams(query);
  const hostOption = options.get("host");
  const names = (hostOption ?? authority).split(",");
  const attribute = attributeOf(options, names.length, purpose);
  if (names.length === 1) {
    // libpq accepts a user without a host, as for a Unix socket in `host`, but a standard URL needs the host.
    const one =
      user !== "" && authority === "" ? `${scheme}${user}localhost${url.slice((scheme + user).length)}` : url;
    if (!URL.canParse(one))
      throw new InvalidPostgresUrl("must be a URL: encode special characters of its password");
    return { hosts: [{ name: names[0] || "localhost", url: one }], attribute };
  }
  if (names.length > MAX_HOSTS) throw new InvalidPostgresUrl(`must name at most ${MAX_HOSTS} hosts`);
  const ports = portsOf(options, names.length);
  for (const name of ["host", "port", "target_session_attrs"]) options.delete(name);
  const hosts = names.map((name, index) => {
    const [, host = "", own = "5432"] = HOST_AND_PORT.exec(name) ?? [];
    if (host === "")
      throw new InvalidPostgresUrl("must separate hosts by single commas, each as host or host:port");
    const port = checkedPort(ports?.[index] ?? own);
    const one = new URLSearchParams(options);
    if (hostOption !== null) {
      one.set("host", host);
      one.set("port", port);
    }
    const address = hostOption === null ? `${host}:${port}` : "localhost";
    return {
      name: `${host}:${port}`,
      url: `${scheme}${user}${address}${path}${one.size > 0 ? `?${one}` : ""}`,
    };
  });
  if (!hosts.every(({ url: one }) => URL.canParse(one))) {
    throw new InvalidPostgresUrl("must be a URL: encode special characters of its password");
  }
  return { hosts, attribute };
}

function attributeOf(options: URLSearchParams, hosts: number, purpose: UrlPurpose): SessionAttribute {
  const byDefault = purpose === "replica" ? "standby" : hosts > 1 ? "read-write" : "any";
  const given = options.get("target_session_attrs") ?? byDefault;
  const known = ATTRIBUTES[purpose].find((one) => one === given);
  if (known === undefined) {
    const accepted = ATTRIBUTES[purpose].join(", ");
    throw new InvalidPostgresUrl(`must have target_session_attrs ${accepted} or none, ${REASONS[purpose]}`);
  }
  return known;
}

/** Returns the ports of the option `port`, one for each host; null without the option. */
function portsOf(options: URLSearchParams, hosts: number): string[] | null {
  const given = options.get("port");
  if (given === null) return null;
  const ports = given.split(",");
  if (ports.length === 1) return new Array<string>(hosts).fill(given);
  if (ports.length !== hosts)
    throw new InvalidPostgresUrl(`must have one port, or ${hosts} ports for its hosts`);
  return ports;
}

function checkedPort(port: string): string {
  if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535) {
    throw new InvalidPostgresUrl("must have ports from 1 to 65535");
  }
  return port;
}
