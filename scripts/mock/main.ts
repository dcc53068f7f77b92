// npm run contract:mock: a mock API for client development. The database starts empty and is deleted at exit.
import { resolve } from "node:path";
import { Command, Option } from "commander";
import type { State } from "../contract/live-contract";
import { formatProblem } from "../contract/format-problem";
import { type Address, DEFAULT_PORT, originOf, port } from "./address";
import { startExamples } from "./examples";

const SOURCE = resolve(__dirname, "../../openapi/openapi.yaml");

type Options = Address & { examples?: true };

const program = new Command("contract:mock")
  .description(
    "Runs the service with an empty database in memory and the sandbox as its carrier, to build clients against.",
  )
  .option(
    "--examples",
    "return the first example of each operation of openapi/ instead, including operations without code",
  )
  .addOption(
    new Option("--port <number>", "port to listen on").env("PORT").default(DEFAULT_PORT).argParser(port),
  )
  .option(
    "--host <address>",
    "address to listen on; for other machines, give this machine's address (with 0.0.0.0, URLs of files name 127.0.0.1)",
    "127.0.0.1",
  );

/** Returns a shell command that sends a message. */
const curl = (url: string, key: string) =>
  `curl ${url}/messages -H 'X-API-Key: ${key}' -H 'Content-Type: application/json' -d '${JSON.stringify({
    channel: "sms",
    content: { type: "text", text: "Oi, {{ name }}!" },
    recipients: [{ to: "+5511987654321", variables: { name: "Ana" } }],
  })}'`;

let isEnding = false;

/** Closes the mock on a signal and exits. A second signal exits at once. */
function endOnSignal(close: () => Promise<void>): void {
  const end = () => {
    if (isEnding) process.exit(1);
    isEnding = true;
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, end);
}

async function sandbox(address: Address): Promise<void> {
  // Imported on demand, because `--examples` does not need the service.
  const { startSandbox } = await import("./sandbox.js");
  const { url, key, phone, close } = await startSandbox(address, process.env);
  endOnSignal(close);
  console.log(
    [
      `Mock at ${url}: the service of generated/ and src/, with an empty database. Its data is deleted when it ends.`,
      "",
      `  Key    ${key}`,
      `  Phone  ${phone}`,
      `  Docs   ${originOf(address)}/docs`,
      "",
      curl(url, key),
      "",
      "Examples for operations of openapi/ without code: npm run contract:mock -- --examples",
    ].join("\n"),
  );
}

function printProblems({ problems }: State): void {
  if (problems.length > 0) console.log(problems.map(formatProblem).join("\n"));
}

async function examples(address: Address): Promise<void> {
  const mock = await startExamples(SOURCE, address, printProblems, (text) => process.stdout.write(text));
  endOnSignal(mock.close);
  console.log(`Examples at ${mock.url}; they follow every change in openapi/. Any key is accepted.`);
  await mock.ended;
  if (isEnding) return;
  await mock.close();
  process.exit(1);
}

const { examples: withExamples, ...address } = program.parse().opts<Options>();

(withExamples ? examples : sandbox)(address).catch((error: unknown) => {
  const { message, cause } = error as Error;
  const { code } = (cause ?? error) as NodeJS.ErrnoException;
  console.error(
    code === "EADDRINUSE" || code === "EADDRNOTAVAIL" || code === "EACCES"
      ? `${originOf(address)} cannot be used (${code}): choose another with --port or --host`
      : message,
  );
  process.exit(1);
});
