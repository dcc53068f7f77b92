import { assertEqual, type Bench, chosen, inTurn, progress } from "../bench";
import { TEXTS } from "../campaign/texts";
import type { DatabaseKind, Databases } from "../databases";
import type { Options } from "../options";
import { Helper } from "../processes";
import type { Result } from "../report";
import { numberOf, SUPPRESSED_EACH } from "../seed";
import { median } from "../stats";
import { byPath, DELIVERED, type Outcome } from "../traffic/messages";
import { PROMPT } from "../traffic/names";
import { type Cost, TrafficRun } from "../traffic/run";
import { CALLBACK_TOKEN, CONNECTION } from "./names";
import type { programTasks } from "./program";

const DELAY_MS = 200;

interface Case {
  window: number;
  /** Over the kind `http`, to a program of its own on this machine; else by a carrier within the service. */
  http: boolean;
}

const CASES: readonly Case[] = [
  ...[10, 64, 256].map((window) => ({ window, http: false })),
  ...[10, 64].map((window) => ({ window, http: true })),
];

const nameOf = ({ window, http }: Case) => (http ? `window http ${window}` : `window ${window}`);

/** How long a turn takes where nothing is lost, in seconds, and a quick one. */
const SECONDS = 8;
const QUICK_SECONDS = 3;
/** A turn that takes this many times as long is cut off: its rate is that of what went out until then. */
const PATIENCE = 3;
/** How long the warm-up may take until it is out of the way, in milliseconds. */
const WARM_WITHIN_MS = 30_000;

/** A campaign over a carrier that takes one message a request and so many requests at a time, against what that allows. */
export const benchWindow: Bench = async (databases, options, report) => {
  const cases = chosen(CASES, options, nameOf);
  const program = cases.some(({ http }) => http)
    ? Helper.start<typeof programTasks>("window/program.ts")
    : null;
  try {
    const port = await program?.ask("listen", { delayMs: DELAY_MS });
    for (const kind of options.databases) {
      for (const one of cases) {
        const adapter = program && port && one.http ? { program, port } : null;
        report(await benchCase(databases, options, { ...one, kind, adapter }));
      }
    }
  } finally {
    await program?.stop();
  }
};

interface Plan extends Case {
  kind: DatabaseKind;
  /** Null for a carrier within the service. */
  adapter: { program: Helper<typeof programTasks>; port: number } | null;
}

async function benchCase(databases: Databases, options: Options, plan: Plan): Promise<Result> {
  const seconds = options.quick ? QUICK_SECONDS : SECONDS;
  const ideal = (plan.window * 1_000) / DELAY_MS;
  const contacts = seconds * ideal;
  const done: Turn[] = [];
  const [comparison] = await inTurn(
    options.pairs,
    async (turn) => {
      progress(`${nameOf(plan)}, ${plan.kind}: turn ${turn + 1} of ${options.pairs}`);
      const result = await oneTurn(databases, plan, contacts, seconds, options);
      done.push(result);
      return result.perSecond;
    },
    [async () => ideal],
  );
  if (!comparison) throw new Error("nothing was compared");
  return {
    ...comparison,
    ...{ bench: nameOf(plan), db: plan.kind, n: contacts, unit: "messages/s" },
    ...{ aim: { atLeast: 0.9 }, p50: null, p99: null, exponent: null },
    cpuMsPerRow: median(done.map(({ cpuSeconds, messages }) => (cpuSeconds * 1_000) / messages)),
    rssMb: Math.max(...done.map(({ rssBytes }) => rssBytes)) / 1e6,
  };
}

interface Turn extends Cost {
  /** Messages that came to their end. */
  messages: number;
  perSecond: number;
}

async function oneTurn(
  databases: Databases,
  { kind, window, adapter }: Plan,
  contacts: number,
  seconds: number,
  { profileDir }: Options,
): Promise<Turn> {
  const carrier = adapter ? CONNECTION : PROMPT;
  const run = await TrafficRun.start(databases, kind, {
    ...(adapter
      ? { pace: null, connection: connectionTo(adapter.port, window) }
      : { pace: { delayMs: DELAY_MS, batchSize: 1, window } }),
    accounts: { bench: carrier, warm: carrier },
    campaign: { account: "bench", contacts },
    profileDir,
  });
  try {
    await adapter?.program.ask("reportTo", run.origin);
    await warmUp(run, window);
    const before = await run.cost();
    const id = await run.launch("bench");
    const patience = PATIENCE * seconds * 1_000;
    // Reports may come after the last submission.
    const completed = (await run.completes("bench", id, patience)) && (await run.settles("bench", patience));
    const after = await run.cost();
    const outcomes = (await run.end()).get("bench") ?? [];
    const delivered = outcomes.filter(({ path }) => path === DELIVERED);
    const blocked = Math.ceil(contacts / SUPPRESSED_EACH);
    const all = { blocked, [DELIVERED]: contacts - blocked };
    if (completed) assertEqual("messages by the way they went", byPath(outcomes), all);
    else progress(`cut off: ${delivered.length} of ${contacts - blocked} were delivered`);
    return {
      messages: delivered.length,
      perSecond: rateOf(delivered),
      cpuSeconds: after.cpuSeconds - before.cpuSeconds,
      rssBytes: after.rssBytes,
    };
  } finally {
    await run.drop();
  }
}

const connectionTo = (port: number, window: number) => [
  ...[CONNECTION, "--kind", "http", "--set", `url=http://127.0.0.1:${port}`],
  ...["--set", "batch=1", "--set", `window=${window}`],
  ...["--secret", "token=outwards", "--secret", `callback_token=${CALLBACK_TOKEN}`],
];

/** One round of another account's messages, and its end. */
async function warmUp(run: TrafficRun, window: number): Promise<void> {
  const recipients = Array.from({ length: window }, (_, index) => ({ to: numberOf(21, index) }));
  const content = { type: "text", text: TEXTS.text };
  await run.api("warm").call("POST", "/messages", { channel: "sms", content, recipients });
  if (!(await run.settles("warm", WARM_WITHIN_MS))) progress("the warm-up had not ended");
}

/** Messages a second from the first outcome to the last. Those of the first round took no time of that: they are not counted. */
function rateOf(delivered: readonly Outcome[]): number {
  const ends = delivered.map(({ finalAt }) => finalAt ?? NaN).sort((a, b) => a - b);
  const [first = NaN, last = NaN] = [ends[0], ends.at(-1)];
  const later = ends.filter((end) => end - first > DELAY_MS / 2).length;
  return later === 0 ? 0 : (later * 1_000) / (last - first);
}
