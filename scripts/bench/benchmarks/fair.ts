import { setTimeout as pause } from "node:timers/promises";
import type { clientTasks } from "../client";
import { byPath, campaignPaths, DELIVERED, finalAfter } from "../outcomes";
import { assertEqual, benchmark, figuresOf, type Measured, progress, type Run, type Scope } from "../run";
import { numberOf, TEXTS } from "../seed";
import { HANGING, PROMPT, withCarriers } from "../services/carriers";
import { tailOf } from "../stats";
import { Traffic, WARM_UP } from "../traffic";

/** Settings of the prompt carrier: the sandbox's batch size, and the delay of a nearby provider. */
const PACE = { delayMs: 100, batchSize: 1_000, window: 64 };
const PER_SECOND = 20;
const CONTACTS = { quick: 10_000, usual: 100_000 };
/** Duration of the single sends before the campaign, in milliseconds. */
const ALONE_MS = { quick: 3_000, usual: 5_000 };
/** Number of single sends to the hanging carrier before the campaign. */
const HUNG = 20;
/** Time limit in milliseconds. A message that is not final at the limit counts with its age. */
const GIVE_UP_AFTER_MS = 30_000;

const CASES = ["campaign", "hanging"] as const;
type Case = (typeof CASES)[number];
/** Maximum p99 of the time to the response and to the final status, in milliseconds. */
const AIMS = { accepted: 50, final: 300 };
type What = keyof typeof AIMS;

/** p99 in milliseconds: `value` while the campaign runs, `alone` without the campaign. */
type Turn = Record<What, Measured & { alone: number }>;

/**
 * Measures an account's single sends while a campaign of another account runs. The baseline is the same sends
 * alone. In the case `hanging`, a third account's carrier does not respond.
 */
export const bench = benchmark(CASES, (name) => `fair ${name}`, benchCase);

async function benchCase(run: Run, name: Case): Promise<void> {
  const contacts = run.pick(CONTACTS);
  const turns = await run.turns(() => run.turn((scope) => oneTurn(scope, name, contacts)));
  for (const what of ["accepted", "final"] as const) {
    const measured = turns.map((turn) => turn[what]);
    const bench = `${run.name}, ${what}, p99 against alone`;
    const aim = { atMost: AIMS[what], of: "p99" } as const;
    const pairs = measured.map(({ value, alone }) => ({ ours: value, floor: alone }));
    run.report({ bench, n: contacts, unit: "ms", aim }, pairs, figuresOf(measured));
  }
}

async function oneTurn(scope: Scope, name: Case, contacts: number): Promise<Turn> {
  const traffic = await Traffic.start(scope, {
    ...withCarriers(PACE),
    accounts: { single: PROMPT, campaign: PROMPT, hanging: HANGING },
    campaign: { account: "campaign", contacts },
  });
  const client = scope.helper<typeof clientTasks>("client.ts");
  await traffic.warmUp("single", client);
  await client.call("begin", { ...traffic.target("single"), perSecond: PER_SECOND });
  const alone = await during(() => pause(scope.pick(ALONE_MS)));
  if (name === "hanging") await sendHung(traffic);
  const busy = await during(async () => {
    const id = await traffic.campaign("campaign", TEXTS.variables);
    await traffic.api("campaign").launch(id);
    return traffic.completes("campaign", id, GIVE_UP_AFTER_MS);
  });
  const sent = await client.call("end");
  const settled = await traffic.settles("single", GIVE_UP_AFTER_MS);
  const givenUpAt = Date.now();
  const { rssBytes } = await traffic.usage();

  const outcomesOf = await traffic.end();
  const [single, hung] = [outcomesOf("single"), outcomesOf("hanging")];
  const sends = WARM_UP.count + sent.length;
  assertEqual("the number of single sends", single.length, sends);
  if (busy.result)
    assertEqual("the campaign's paths", byPath(outcomesOf("campaign")), campaignPaths(contacts));
  else progress("given up: the campaign was still running");
  if (settled) assertEqual("the single sends' paths", byPath(single), { [DELIVERED]: sends });
  else progress("given up: single sends were not final");
  assertEqual("messages of the hanging carrier", hung.length, name === "hanging" ? HUNG : 0);
  assertEqual("delivered messages of the hanging carrier", byPath(hung)[DELIVERED] ?? 0, 0);

  const accepted = ({ from, until }: Phase) =>
    sent.filter(({ at }) => at >= from && at < until).map(({ milliseconds }) => milliseconds);
  const final = ({ from, until }: Phase) =>
    finalAfter(
      single.filter(({ createdAt }) => createdAt >= from && createdAt < until),
      givenUpAt,
    );
  const figures = (timesOf: (phase: Phase) => number[]) => {
    const tail = tailOf(timesOf(busy));
    return { value: tail.p99, ...tail, rssBytes, alone: tailOf(timesOf(alone)).p99 };
  };
  return { accepted: figures(accepted), final: figures(final) };
}

/** Start and end in milliseconds since 1970. */
interface Phase {
  from: number;
  until: number;
}

async function during<T>(work: () => Promise<T>): Promise<Phase & { result: T }> {
  const from = Date.now();
  const result = await work();
  return { from, until: Date.now(), result };
}

async function sendHung(traffic: Traffic): Promise<void> {
  const content = { type: "text", text: "Seu pedido já saiu para entrega." };
  for (let index = 0; index < HUNG; index += 1) {
    const recipients = [{ to: numberOf(21, index) }];
    await traffic.api("hanging").call("POST", "/messages", { channel: "sms", content, recipients });
  }
}
