// Runs benchmarks. README.md in this folder lists them and their options.
import type { Bench } from "./run";
import { buildAll } from "./build";
import { benchCampaign } from "./benchmarks/campaign";
import { benchConsole } from "./benchmarks/console";
import { Databases } from "./databases";
import { benchDispatch } from "./benchmarks/dispatch";
import { benchFair } from "./benchmarks/fair";
import { benchFlow } from "./benchmarks/flow";
import { benchHttp } from "./benchmarks/http";
import { benchImport } from "./benchmarks/import";
import { benchLatency } from "./benchmarks/latency";
import { benchLife } from "./benchmarks/life";
import { benchLists } from "./benchmarks/lists";
import { type BenchName, parseOptions } from "./options";
import { type Result, toLine, toTable } from "./report";
import { benchPurge } from "./benchmarks/purge";
import { benchRetention } from "./benchmarks/retention";
import { benchRules } from "./benchmarks/rules";
import { benchSend } from "./benchmarks/send";
import { benchShare } from "./benchmarks/share";
import { benchSingle } from "./benchmarks/single";
import { benchSmpp } from "./benchmarks/smpp";
import { benchWebhooks } from "./benchmarks/webhooks";
import { benchWindow } from "./benchmarks/window";

const benches: Readonly<Record<BenchName, Bench>> = {
  send: benchSend,
  rules: benchRules,
  single: benchSingle,
  http: benchHttp,
  dispatch: benchDispatch,
  campaign: benchCampaign,
  import: benchImport,
  lists: benchLists,
  life: benchLife,
  latency: benchLatency,
  window: benchWindow,
  smpp: benchSmpp,
  fair: benchFair,
  share: benchShare,
  flow: benchFlow,
  webhooks: benchWebhooks,
  console: benchConsole,
  retention: benchRetention,
  purge: benchPurge,
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
