import { setTimeout as pause } from "node:timers/promises";
import { assertEqual, type Bench, chosen, progress } from "../bench";
import type { DatabaseKind, Databases } from "../databases";
import type { Options } from "../options";
import { Helper } from "../processes";
import type { Result } from "../report";
import { numberOf, SUPPRESSED_EACH } from "../seed";
import { compare, median, percentile } from "../stats";
import { byPath, DELIVERED, finalAfter, type Outcome } from "../traffic/messages";
import { HANGING, PROMPT } from "../traffic/names";
import type { pacerTasks, Sent } from "../traffic/pacer";
import { TrafficRun, WARM_UP } from "../traffic/run";

/** The prompt carrier: as large a submission as the sandbox takes, answered as a near provider answers. */
const PACE = { delayMs: 100, batchSize: 1_000, window: 64 };
/** Single sends a second. */
const PER_SECOND = 20;
const CONTACTS = 100_000;
const QUICK_CONTACTS = 10_000;
/** How long the sends go on alone before the campaign, in milliseconds. */
const ALONE_MS = 5_000;
const QUICK_ALONE_MS = 3_000;
/** Single sends to the carrier that hangs, before the campaign begins. */
const HUNG = 20;
/** How long the campaign, and then the rest of the sends, may take. What has not ended counts with the time that it had waited. */
const GIVE_UP_AFTER_MS = 30_000;

const CASES = ["campaign", "hanging"] as const;
type Case = (typeof CASES)[number];

const AIMS = { accepted: 50, final: 300 } as const;

/** One account's single sends while another's campaign runs, and while a third's carrier hangs as well, against the same alone. */
export const benchFair: Bench = async (databases, options, report) => {
  const contacts = options.quick ? QUICK_CONTACTS : CONTACTS;
  for (const kind of options.databases) {
    for (const name of chosen(CASES, options, (one) => `fair ${one}`)) {
      const turns: Turn[] = [];
      for (let turn = 0; turn < options.pairs; turn += 1) {
        progress(`fair ${name}, ${kind}: turn ${turn + 1} of ${options.pairs}`);
        turns.push(await oneTurn(databases, kind, name, contacts, options));
      }
      for (const what of ["accepted", "final"] as const) report(resultOf(kind, name, contacts, what, turns));
    }
  }
};

/** Milliseconds of each send, by what went on meanwhile. */
interface Times {
  alone: number[];
  busy: number[];
}
type Turn = Record<keyof typeof AIMS, Times> & { rssBytes: number };

/** Milliseconds since 1970. */
interface Phase {
  from: number;
  until: number;
}

async function oneTurn(
  databases: Databases,
  kind: DatabaseKind,
  name: Case,
  contacts: number,
  { quick, profileDir }: Options,
): Promise<Turn> {
  const run = await TrafficRun.start(databases, kind, {
    pace: PACE,
    accounts: { single: PROMPT, campaign: PROMPT, hanging: HANGING },
    campaign: { account: "campaign", contacts },
    profileDir,
  });
  const pacer = Helper.start<typeof pacerTasks>("traffic/pacer.ts");
  try {
    await run.warmUp("single", pacer);
    await pacer.ask("begin", { ...run.target("single"), perSecond: PER_SECOND });
    const alone = await during(() => pause(quick ? QUICK_ALONE_MS : ALONE_MS));
    if (name === "hanging") await sendHung(run);
    let completed = false;
    const busy = await during(async () => {
      const id = await run.launch("campaign");
      completed = await run.completes("campaign", id, GIVE_UP_AFTER_MS);
    });
    const sent = await pacer.ask("end");
    const settled = await run.settles("single", GIVE_UP_AFTER_MS);
    const givenUpAt = Date.now();
    const { rssBytes } = await run.cost();
    const outcomes = await run.end();
    const of = (account: string) => outcomes.get(account) ?? [];
    if (completed) assertDelivered(of("campaign"), contacts);
    else progress("given up: the campaign was still running");
    const sends = WARM_UP.count + sent.length;
    assertEqual("the number of single sends", of("single").length, sends);
    if (settled) assertEqual("their ways", byPath(of("single")), { [DELIVERED]: sends });
    else progress("given up: single sends were still on their way");
    const hung = of("hanging");
    assertEqual("messages of the carrier that hangs", hung.length, name === "hanging" ? HUNG : 0);
    assertEqual("those of them that were delivered", byPath(hung)[DELIVERED] ?? 0, 0);
    return { ...timesOf(sent, of("single"), { alone, busy }, givenUpAt), rssBytes };
  } finally {
    await pacer.stop();
    await run.drop();
  }
}

async function during(work: () => Promise<unknown>): Promise<Phase> {
  const from = Date.now();
  await work();
  return { from, until: Date.now() };
}

async function sendHung(run: TrafficRun): Promise<void> {
  for (let index = 0; index < HUNG; index += 1) {
    await run.api("hanging").call("POST", "/messages", {
      channel: "sms",
      content: { type: "text", text: "Seu pedido já saiu para entrega." },
      recipients: [{ to: numberOf(21, index) }],
    });
  }
}

function assertDelivered(outcomes: readonly Outcome[], contacts: number): void {
  const blocked = Math.ceil(contacts / SUPPRESSED_EACH);
  const expected = { blocked, [DELIVERED]: contacts - blocked };
  assertEqual("the campaign's messages by the way they went", byPath(outcomes), expected);
}

function timesOf(
  sent: readonly Sent[],
  outcomes: readonly Outcome[],
  phases: Record<keyof Times, Phase>,
  givenUpAt: number,
): Record<keyof typeof AIMS, Times> {
  const within = ({ from, until }: Phase, at: number) => at >= from && at < until;
  const accepted = (phase: Phase) =>
    sent.filter(({ at }) => within(phase, at)).map(({ milliseconds }) => milliseconds);
  const final = (phase: Phase) =>
    finalAfter(
      outcomes.filter(({ createdAt }) => within(phase, createdAt)),
      givenUpAt,
    );
  return {
    accepted: { alone: accepted(phases.alone), busy: accepted(phases.busy) },
    final: { alone: final(phases.alone), busy: final(phases.busy) },
  };
}

function resultOf(
  kind: DatabaseKind,
  name: Case,
  contacts: number,
  what: keyof typeof AIMS,
  turns: readonly Turn[],
): Result {
  const pairs = turns.map((turn) => {
    const { alone, busy } = turn[what];
    return { ours: percentile(busy, 0.99), floor: percentile(alone, 0.99) };
  });
  return {
    ...compare(pairs),
    bench: `fair ${name}, ${what}, p99 against alone`,
    db: kind,
    n: contacts,
    unit: "ms",
    aim: { atMost: AIMS[what], of: "p99" },
    p50: median(turns.map((turn) => percentile(turn[what].busy, 0.5))),
    p99: median(pairs.map(({ ours }) => ours)),
    cpuMsPerRow: null,
    rssMb: Math.max(...turns.map(({ rssBytes }) => rssBytes)) / 1e6,
    exponent: null,
  };
}
