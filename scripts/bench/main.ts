// Runs benchmarks: see README.md in this folder.
import type { Bench } from "./bench";
import { buildAll } from "./build";
import { benchCampaign } from "./campaign/campaign";
import { benchConsole } from "./console/console";
import { Databases } from "./databases";
import { benchDispatch } from "./dispatch/dispatch";
import { benchFair } from "./fair/fair";
import { benchFlow } from "./flow/flow";
import { benchHttp } from "./http/http";
import { benchImport } from "./import/import";
import { benchLatency } from "./latency/latency";
import { benchLists } from "./lists/lists";
import { type BenchName, parseOptions } from "./options";
import { type Result, toLine, toTable } from "./report";
import { benchSend } from "./send/send";
import { benchShare } from "./share/share";
import { benchSingle } from "./single/single";
import { benchSmpp } from "./smpp/smpp";
import { benchWebhooks } from "./webhooks/webhooks";
import { benchWindow } from "./window/window";

const benches: Readonly<Record<BenchName, Bench>> = {
  send: benchSend,
  single: benchSingle,
  http: benchHttp,
  dispatch: benchDispatch,
  campaign: benchCampaign,
  import: benchImport,
  lists: benchLists,
  latency: benchLatency,
  window: benchWindow,
  smpp: benchSmpp,
  fair: benchFair,
  share: benchShare,
  flow: benchFlow,
  webhooks: benchWebhooks,
  console: benchConsole,
};

async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2));
  const databases = new Databases();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void databases.close().finally(() => process.exit(130)));
  }
  const results: Result[] = [];
  try {
    await buildAll();
    for (const name of options.benches) {
      await benches[name](databases, options, (result) => {
        results.push(result);
        console.log(toLine(result));
      });
    }
  } finally {
    await databases.close();
  }
  console.log(`\n${toTable(results)}`);
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? (error.stack ?? error.message) : error);
    process.exit(1);
  },
);
