import type { Client } from "pg";
import { openDatabase } from "../../src/platform/db/connection";
import { isDatabaseAway, isDatabaseUnusable } from "../../src/platform/db/errors";
import { type Attempt, PostgresServers } from "../../src/platform/db/postgres-servers";
import { parsePostgresUrl, type UrlPurpose } from "../../src/platform/db/postgres-url";
import { errorText } from "../../src/platform/error-text";

const hostsOf = (url: string) => parsePostgresUrl(url).hosts.map((host) => host.url);

describe("a PostgreSQL URL", () => {
  it("keeps a single host as it is, and requires nothing of its state", () => {
    for (const url of [
      "postgres://recado:a,b@db/recado?options=-c%20a=b,c",
      "postgresql:///recado?host=/var/run/postgresql",
      "postgres://recado@[::1]:5433/recado",
      "postgres:///recado?target_session_attrs=any",
    ]) {
      expect(parsePostgresUrl(url)).toMatchObject({ hosts: [{ url }], attribute: "any" });
    }
    expect(parsePostgresUrl("postgres://db/recado?target_session_attrs=primary").attribute).toBe("primary");
  });

  it("accepts a user without a host, as libpq's URL of a Unix socket has", () => {
    const socket = "recado?host=/var/run/postgresql";
    expect(parsePostgresUrl(`postgres://recado:a%40b@/${socket}`).hosts).toEqual([
      { name: "/var/run/postgresql", url: `postgres://recado:a%40b@localhost/${socket}` },
    ]);
  });

  it("becomes a URL for each host, and requires a server that accepts writes", () => {
    const url = "postgres://recado:a,b%40c@db1:5432,db2,[::1]:5434/recado?sslmode=require";
    expect(parsePostgresUrl(url)).toEqual({
      attribute: "read-write",
      hosts: [
        { name: "db1:5432", url: "postgres://recado:a,b%40c@db1:5432/recado?sslmode=require" },
        { name: "db2:5432", url: "postgres://recado:a,b%40c@db2:5432/recado?sslmode=require" },
        { name: "[::1]:5434", url: "postgres://recado:a,b%40c@[::1]:5434/recado?sslmode=require" },
      ],
    });
    const any = "postgres://db1,db2/recado?target_session_attrs=any";
    expect(parsePostgresUrl(any).attribute).toBe("any");
    expect(hostsOf(any)).toEqual(["postgres://db1:5432/recado", "postgres://db2:5432/recado"]);
  });

  it("reads lists of hosts and ports from its options", () => {
    expect(hostsOf("postgresql://u:p@/recado?host=db1,db2&port=5433")).toEqual([
      "postgresql://u:p@localhost/recado?host=db1&port=5433",
      "postgresql://u:p@localhost/recado?host=db2&port=5433",
    ]);
    expect(hostsOf("postgresql:///recado?host=db1%2Cdb2&port=5433,5434")).toEqual([
      "postgresql://localhost/recado?host=db1&port=5433",
      "postgresql://localhost/recado?host=db2&port=5434",
    ]);
  });

  it.each([
    ["mysql://db/recado", "beginning with postgres://"],
    ["postgres://u:hunter2@db:port/recado", "must be a URL"],
    ["postgres://db1,,db2/recado", "single commas"],
    ["postgres://db1,/recado", "single commas"],
    ["postgres://db1:1:2,db2/recado", "single commas"],
    ["postgres://db1:0,db2/recado", "ports from 1 to 65535"],
    ["postgres://db1:65536,db2/recado", "ports from 1 to 65535"],
    ["postgres://db1,db2,db3/recado?port=1,2", "one port, or 3 ports"],
    ["postgres://db1,db2/recado?target_session_attrs=standby", "because the service writes"],
    ["postgres://db/recado?target_session_attrs=prefer-standby", "because the service writes"],
    ["postgres://a,b,c,d,e,f,g,h,i/recado", "at most 8 hosts"],
  ])("is refused as %s, without its password", (url, reason) => {
    expect(() => parsePostgresUrl(url)).toThrow(reason);
    expect(() => parsePostgresUrl(url)).not.toThrow("hunter2");
  });
});

type State = "primary" | "standby" | "read-only" | "down" | "refuses the login";

function simulate(url: string, states: Record<string, State>, purpose?: UrlPurpose) {
  const servers = new PostgresServers(url, purpose);
  const attempts: string[] = [];
  const closed: string[] = [];
  const open = async ({ connectionString = "" }: Attempt) => {
    const name = new URL(connectionString).hostname;
    attempts.push(name);
    const state = states[name];
    if (state === "down") throw Object.assign(new Error("connect failed"), { code: "ECONNREFUSED" });
    if (state === "refuses the login") throw Object.assign(new Error("wrong password"), { code: "28P01" });
    return {
      name,
      query: async () => ({ rows: [{ standby: state === "standby", readOnly: state !== "primary" }] }),
      end: async () => void closed.push(name),
    } as unknown as Client;
  };
  const connect = async () => ((await servers.connect(open)) as unknown as { name: string }).name;
  return { servers, attempts, closed, connect, states };
}

describe("the URL of a replica", () => {
  it("requires a standby, with one host too", () => {
    const replicaUrl = "postgres://db2/recado";
    expect(parsePostgresUrl(replicaUrl, "replica").attribute).toBe("standby");
    for (const attribute of ["any", "primary", "read-write", "prefer-standby"]) {
      expect(() => parsePostgresUrl(`${replicaUrl}?target_session_attrs=${attribute}`, "replica")).toThrow(
        "must have target_session_attrs standby or none, because the service only reads from it",
      );
    }
  });
});

describe("a connection to PostgreSQL by Unix socket", () => {
  it("reports an unreachable database while the socket is missing, as during a restart", async () => {
    const db = openDatabase({ url: "postgresql:///recado?host=/tmp/none", sqliteFile: "", poolSize: 1 });
    const error = await db.transaction((trx) => trx.raw("select 1")).catch((reason: unknown) => reason);
    await db.destroy();
    expect(error).toMatchObject({ code: "ENOENT", syscall: "connect" });
    expect(isDatabaseAway(error)).toBe(true);
    const missingFile = Object.assign(new Error("no such file"), { code: "ENOENT", syscall: "open" });
    expect(isDatabaseAway(missingFile)).toBe(false);
  });
});

describe("a connection to a PostgreSQL server that cannot be used", () => {
  it.each([
    ["an untrusted certificate", "self-signed certificate", "SELF_SIGNED_CERT_IN_CHAIN", /^self-signed/],
    ["a login without a password", "SASL: client password must be a string", undefined, /the URL has none/],
  ])("reports %s to the operator, and does not count as away", async (_, message, code, reason) => {
    const open = () => Promise.reject(Object.assign(new Error(message), { code }));
    const connected = new PostgresServers("postgres://db1/recado").connect(open);
    const error = await connected.catch((thrown: unknown) => thrown);
    expect([isDatabaseUnusable(error), isDatabaseAway(error)]).toEqual([true, false]);
    expect(errorText(error)).toMatch(reason);
  });
});

describe("a connection to several PostgreSQL servers", () => {
  const url = "postgres://db1,db2,db3/recado";

  it("tries the hosts in order until one accepts writes, and then begins with that one", async () => {
    const { connect, attempts, closed, states } = simulate(url, {
      db1: "down",
      db2: "standby",
      db3: "primary",
    });
    expect(await connect()).toBe("db3");
    expect(closed).toEqual(["db2"]);
    expect(await connect()).toBe("db3");
    expect(attempts).toEqual(["db1", "db2", "db3", "db3"]);
    Object.assign(states, { db1: "primary", db3: "standby" });
    expect(await connect()).toBe("db1");
    expect(attempts.slice(4)).toEqual(["db3", "db1"]);
  });

  it("divides the time to connect among the hosts", async () => {
    const timeouts: unknown[] = [];
    await expect(
      new PostgresServers("postgres://db1,db2/recado").connect(async (attempt) => {
        timeouts.push(attempt.connectionTimeoutMillis);
        throw new Error("timeout expired");
      }),
    ).rejects.toThrow("timeout expired");
    expect(timeouts).toEqual([2_000, 2_000]);
  });

  it("limits a server's check to the remaining time of its host", async () => {
    const timeouts: number[] = [];
    const servers = new PostgresServers("postgres://db1,db2/recado");
    const query = async (config: { query_timeout: number }) => {
      timeouts.push(config.query_timeout);
      return { rows: [{ standby: false, readOnly: false }] };
    };
    const clock = jest.spyOn(performance, "now");
    const client = { query, end: async () => {} } as unknown as Client;
    for (const duration of [1_500, 2_500]) {
      clock.mockReturnValue(0);
      await servers.connect(async () => {
        clock.mockReturnValue(duration);
        return client;
      });
    }
    clock.mockRestore();
    expect(timeouts).toEqual([500, 1]);
  });

  it("names all hosts in the error when none is usable, which counts as an unreachable database", async () => {
    const { connect } = simulate(url, { db1: "down", db2: "standby", db3: "read-only" });
    const error = await connect().catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      message:
        "no host is usable (db1:5432: connect failed; db2:5432: the server is a standby; db3:5432: the server accepts no writes)",
    });
    expect(isDatabaseAway(error)).toBe(true);
  });

  it("accepts any server, or a primary without writes, where the URL says so", async () => {
    const any = simulate(`${url}?target_session_attrs=any`, { db1: "standby" });
    expect(await any.connect()).toBe("db1");
    const primary = simulate(`${url}?target_session_attrs=primary`, { db1: "standby", db2: "read-only" });
    // A server outside recovery is a primary, even if its sessions are read-only by default.
    expect(await primary.connect()).toBe("db2");
  });

  it("uses only standbys where it is for a replica, and one at a time", async () => {
    const { connect } = simulate(url, { db1: "primary", db2: "down", db3: "standby" }, "replica");
    expect(await connect()).toBe("db3");
    const { servers, states, connect: again } = simulate(url, { db1: "standby", db2: "standby" }, "replica");
    await again();
    const first = servers.generation;
    await again();
    expect(servers.generation).toBe(first);
    states.db1 = "down";
    expect(await again()).toBe("db2");
    expect(servers.generation).not.toBe(first);
    const one = simulate("postgres://db1/recado", { db1: "primary" }, "replica");
    await expect(one.connect()).rejects.toThrow("the server is not a standby");
  });

  it("tries no further host after a refused login", async () => {
    const { connect, attempts } = simulate(url, { db1: "refuses the login", db2: "primary" });
    await expect(connect()).rejects.toThrow("wrong password");
    expect(attempts).toEqual(["db1"]);
  });

  it("begins a new generation once for each server that stopped accepting writes", () => {
    const { servers } = simulate(url, {});
    const first = servers.generation;
    servers.abandon(first);
    servers.abandon(first);
    expect(servers.generation).toBe(first + 1);
  });
});
