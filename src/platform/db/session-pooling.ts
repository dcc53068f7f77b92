import type { Client } from "pg";
import { closeClient } from "./postgres-servers";

/**
 * Number of comparisons of the server process behind the connection. A transaction pooler switches processes
 * only if other clients take connections between two statements.
 */
const ROUNDS = 5;

/**
 * Returns whether all statements of a client run in one session, which LISTEN requires. Behind a pooler in
 * transaction mode, two clients may share a session, and one client may use several sessions. `openAnother`
 * connects to the same address, and is called only behind a pooler.
 */
export async function hasDedicatedSession(
  client: Client,
  openAnother: () => Promise<Client>,
): Promise<boolean> {
  const first = await backendOf(client);
  // A pooler reports a process id that differs from the server process's id.
  if (first === (client as unknown as { processID: number | null }).processID) return true;
  const other = await openAnother();
  try {
    for (let round = 0; round < ROUNDS; round++) {
      if ((await backendOf(other)) === first || (await backendOf(client)) !== first) return false;
    }
    return true;
  } finally {
    await closeClient(other);
  }
}

async function backendOf(client: Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]?.pid;
}
