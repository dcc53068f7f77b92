import { spentOn } from "../deployment";
import { byPath, campaignPaths, DELIVERED, type Outcome } from "../outcomes";
import { assertEqual, benchmark, type Measured, progress, type Run, type Scope } from "../run";
import { numberOf, TEXTS } from "../seed";
import { PROMPT, withCarriers } from "../services/carriers";
import { Traffic } from "../traffic";

const DELAY_MS = 200;

/** Submissions in flight that the carrier allows. */
const WINDOWS = [10, 64, 256];

/** Duration of a turn at the maximum rate, in seconds. */
const SECONDS = { quick: 3, usual: 8 };
/** Time limit for the end of the campaign, then for its reports, each as a multiple of `SECONDS`. */
const TIMEOUT_FACTOR = 3;
const WARM_WITHIN_MS = 30_000;

/**
 * Measures a campaign over a carrier that takes one message per request. The baseline is the carrier's
 * maximum rate: `window` messages per `DELAY_MS`.
 */
export const bench = benchmark(WINDOWS, (window) => `window ${window}`, benchCase);

async function benchCase(run: Run, window: number): Promise<void> {
  const seconds = run.pick(SECONDS);
  const ideal = (window * 1_000) / DELAY_MS;
  const plan = { window, contacts: seconds * ideal, withinMs: TIMEOUT_FACTOR * seconds * 1_000 };
  await run.compare({
    n: plan.contacts,
    unit: "messages/s",
    ours: () => run.turn((scope) => oneTurn(scope, plan)),
    baselines: [{ aim: { atLeast: 0.9 }, turn: async () => ideal }],
  });
}

async function oneTurn(
  scope: Scope,
  { window, contacts, withinMs }: { window: number; contacts: number; withinMs: number },
): Promise<Measured> {
  const pace = { delayMs: DELAY_MS, batchSize: 1, window };
  const traffic = await Traffic.start(scope, {
    ...withCarriers(pace),
    accounts: { bench: PROMPT, warm: PROMPT },
    campaign: { account: "bench", contacts },
  });
  await warmUp(traffic, window);
  const spent = await spentOn(
    () => traffic.usage(),
    async () => {
      const id = await traffic.campaign("bench", TEXTS.variables);
      await traffic.api("bench").launch(id);
      // Delivery reports may arrive after the last submission.
      return (await traffic.completes("bench", id, withinMs)) && (await traffic.settles("bench", withinMs));
    },
  );
  const outcomes = (await traffic.end())("bench");
  const delivered = outcomes.filter(({ path }) => path === DELIVERED);
  if (spent.result) assertEqual("messages by their paths", byPath(outcomes), campaignPaths(contacts));
  else progress(`cut off: ${delivered.length} of ${contacts} contacts were reached`);
  const cpuMsPerRow = (spent.cpuSeconds * 1_000) / delivered.length;
  return { value: rateOf(delivered), cpuMsPerRow, rssBytes: spent.rssBytes };
}

/** Sends `window` messages of another account and waits until they are final. */
async function warmUp(traffic: Traffic, window: number): Promise<void> {
  const recipients = Array.from({ length: window }, (_, index) => ({ to: numberOf(21, index) }));
  const content = { type: "text", text: TEXTS.text };
  await traffic.api("warm").call("POST", "/messages", { channel: "sms", content, recipients });
  if (!(await traffic.settles("warm", WARM_WITHIN_MS))) progress("the warm-up did not end in time");
}

/** Returns the rate in messages per second. The time starts when the first, uncounted window is delivered. */
function rateOf(delivered: readonly Outcome[]): number {
  const ends = delivered.map(({ finalAt }) => finalAt ?? NaN).sort((a, b) => a - b);
  const [first = NaN, last = NaN] = [ends[0], ends.at(-1)];
  const later = ends.filter((end) => end - first > DELAY_MS / 2).length;
  return later === 0 ? 0 : (later * 1_000) / (last - first);
}
