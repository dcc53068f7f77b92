// npm run contract:preview: the reference of openapi/ as it is being edited. PORT says where; Ctrl+C ends it.
import { resolve } from "node:path";
import { portFrom, formatReading } from "../contract/format-problem";
import { type ContractEvent, startPreview } from "./server";

const SOURCE = resolve(__dirname, "../../openapi/openapi.yaml");

function tell({ problems, isCurrent }: ContractEvent): void {
  const at = new Date().toTimeString().slice(0, 8);
  console.log(formatReading(problems, at));
  if (!isCurrent) console.log(`${at} the page shows what could be read last`);
}

async function main(): Promise<void> {
  const { url, close } = await startPreview(SOURCE, portFrom(process.env.PORT, 3100), tell);
  console.log(`Preview at ${url}; it follows every change in openapi/.`);
  const end = () => void close().then(() => process.exit(0));
  process.once("SIGINT", end);
  process.once("SIGTERM", end);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
