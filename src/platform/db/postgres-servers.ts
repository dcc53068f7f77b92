import type { Client, ClientConfig } from "pg";
import { isDatabaseRefused, markConnectFailure } from "./errors";
import { errorText } from "../error-text";
import { WAITS } from "./limits";
import { parsePostgresUrl, type PostgresHost, type SessionAttribute, type UrlPurpose } from "./postgres-url";

/** Longest wait for the server to close a connection, in milliseconds. A frozen server never does. */
const CLOSE_TIMEOUT_MS = 1_000;

/** Error if no host can be used. The code is SQL's for a connection that could not be established. */
class NoUsableServer extends Error {
  override readonly name = "NoUsableServer";
  readonly code = "08001";
}

/** Error of a server that is not in the required state. The code is PostgreSQL's for a read-only server. */
class UnsuitableServer extends Error {
  readonly code = "25006";
}

const PASSWORD_MISSING = "the server requires a password, and the URL has none";

/** Returns whether the driver had no password for SCRAM. The driver's message names only a protocol step. */
const isPasswordMissing = (error: unknown) =>
  error instanceof Error && error.message.includes("client password must be a");

export type Attempt = Pick<ClientConfig, "connectionString" | "connectionTimeoutMillis">;

/**
 * The servers of a connection URL. Tries the last server that worked first, then the hosts in their order,
 * and checks that each server has the required `target_session_attrs`.
 */
export class PostgresServers {
  private readonly hosts: readonly PostgresHost[];
  private readonly attribute: SessionAttribute;
  private readonly timeoutMs: number;
  private last: PostgresHost | null = null;
  private epoch = 0;

  constructor(url: string, purpose: UrlPurpose = "database", connectMs = WAITS.connect) {
    ({ hosts: this.hosts, attribute: this.attribute } = parsePostgresUrl(url, purpose));
    this.timeoutMs = Math.floor(connectMs / this.hosts.length);
  }

  /** Number that changes when existing connections must no longer be used. */
  get generation(): number {
    return this.epoch;
  }

  /** Makes pools replace the connections of the given generation, because its server accepts no writes. */
  abandon(generation: number): void {
    if (generation === this.epoch) this.epoch++;
  }

  /** Connects to the first server in the required state. Rejects if the login fails or no server fits. */
  async connect(open: (attempt: Attempt) => Promise<Client>): Promise<Client> {
    const failures: string[] = [];
    for (const host of this.inOrder()) {
      try {
        const client = await this.connectTo(host, open);
        // All connections must lead to one standby, because only the staleness of the checked standby is
        // known.
        if (this.attribute === "standby" && this.last !== null && this.last !== host) this.epoch++;
        this.last = host;
        return client;
      } catch (error) {
        // As in libpq, a refused login is not tried on other hosts.
        if (this.hosts.length === 1 || isDatabaseRefused(error)) throw error;
        failures.push(`${host.name}: ${errorText(error)}`);
      }
    }
    throw new NoUsableServer(`no host is usable (${failures.join("; ")})`);
  }

  private inOrder(): readonly PostgresHost[] {
    const { last, hosts } = this;
    return last === null ? hosts : [last, ...hosts.filter((host) => host !== last)];
  }

  private async connectTo(
    { url }: PostgresHost,
    open: (attempt: Attempt) => Promise<Client>,
  ): Promise<Client> {
    const startedAt = performance.now();
    const client = await open({ connectionString: url, connectionTimeoutMillis: this.timeoutMs }).catch(
      (error: unknown) => {
        throw markConnectFailure(isPasswordMissing(error) ? new Error(PASSWORD_MISSING) : error);
      },
    );
    try {
      const remaining = this.timeoutMs - Math.ceil(performance.now() - startedAt);
      if (this.attribute !== "any") await this.verify(client, Math.max(1, remaining));
    } catch (error) {
      void closeClient(client);
      throw error;
    }
    return client;
  }

  /** Rejects if the server of a connection does not respond in time, or is not in the required state. */
  async verify(client: Client, timeoutMs: number): Promise<void> {
    const query = {
      text: `select pg_is_in_recovery() as standby, current_setting('transaction_read_only') = 'on' as "readOnly"`,
      query_timeout: timeoutMs,
    };
    const { rows } = await client.query<{ standby: boolean; readOnly: boolean }>(query);
    if (this.attribute === "any") return;
    if (this.attribute === "standby") {
      if (!rows[0]?.standby) throw new UnsuitableServer("the server is not a standby");
      return;
    }
    if (rows[0]?.standby) throw new UnsuitableServer("the server is a standby");
    if (rows[0]?.readOnly && this.attribute === "read-write") {
      throw new UnsuitableServer("the server accepts no writes");
    }
  }
}

const byUrl = new Map<string, PostgresServers>();

/** Returns the servers of a URL. All pools with the same arguments share one object. */
export function serversOf(
  url: string,
  purpose: UrlPurpose = "database",
  connectMs = WAITS.connect,
): PostgresServers {
  const key = `${purpose} ${connectMs} ${url}`;
  const known = byUrl.get(key) ?? new PostgresServers(url, purpose, connectMs);
  byUrl.set(key, known);
  return known;
}

/** Closes the connection at once, without PostgreSQL's message of termination. */
export function cutOff(client: Client): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}

/** Closes a connection in at most a second, even if the server does not respond. Never rejects. */
export async function closeClient(client: Client): Promise<void> {
  const timer = setTimeout(() => cutOff(client), CLOSE_TIMEOUT_MS);
  await client
    .end()
    .catch(() => {})
    .finally(() => clearTimeout(timer));
}
