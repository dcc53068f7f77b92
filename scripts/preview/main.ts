// npm run contract:preview
import { Command } from "commander";
import { resolve } from "node:path";
import { portFrom, formatReading } from "../contract/format-problem";
import { type ContractEvent, startPreview } from "./server";

const SOURCE = resolve(__dirname, "../../openapi/openapi.yaml");

const DEFAULT_PORT = 3100;

new Command("contract:preview")
  .description(
    `Serves the documentation of openapi/ on the port PORT (default: ${DEFAULT_PORT}) and updates it after edits.`,
  )
  .parse();

function printEvent({ problems, isCurrent }: ContractEvent): void {
  const at = new Date().toTimeString().slice(0, 8);
  console.log(formatReading(problems, at));
  if (!isCurrent) console.log(`${at} the page shows the last version that could be read`);
}

async function main(): Promise<void> {
  const { url, close } = await startPreview(SOURCE, portFrom(process.env.PORT, DEFAULT_PORT), printEvent);
  console.log(`Preview at ${url}; it follows every change in openapi/.`);
  const end = () => void close().then(() => process.exit(0));
  process.once("SIGINT", end);
  process.once("SIGTERM", end);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
