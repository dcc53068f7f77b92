import { once } from "node:events";
import { startPostgres } from "./postgres-server";

// Runs a PostgreSQL server for one test until standard input ends.
async function main() {
  const { url, directory, createDatabase, stop } = await startPostgres();
  await createDatabase("recado");
  process.stdout.write(`${JSON.stringify({ url: `${url}/recado`, directory })}\n`);
  process.stdin.resume();
  await once(process.stdin, "end");
  await stop();
}

void main();
