// npm run contract:mock: every operation answers with its first example. PORT says where; Ctrl+C ends it.
import { resolve } from "node:path";
import type { State } from "../contract/live-contract";
import { inWords, portFrom } from "../contract/words";
import { startMock } from "./mock";

const SOURCE = resolve(__dirname, "../../openapi/openapi.yaml");

function tell({ problems }: State): void {
  if (problems.length > 0) console.log(problems.map(inWords).join("\n"));
}

async function main(): Promise<void> {
  const port = portFrom(process.env.PORT, 4010);
  const mock = await startMock(SOURCE, port, tell, (text) => process.stdout.write(text));
  console.log(`Mock at ${mock.url}; it follows every change in openapi/. Any key is taken.`);
  let isWanted = true;
  const end = () => {
    isWanted = false;
    void mock.close().then(() => process.exit(0));
  };
  process.once("SIGINT", end);
  process.once("SIGTERM", end);
  void mock.ended.then(() => {
    if (isWanted) process.exit(1);
  });
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
