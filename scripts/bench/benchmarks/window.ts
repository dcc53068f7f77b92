import { spentOn } from "../deployment";
import { byPath, campaignPaths, DELIVERED, type Outcome } from "../outcomes";
import type { Helper } from "../processes";
import { assertEqual, benchmark, type Measured, progress, type Run, type Scope } from "../run";
import { numberOf, TEXTS } from "../seed";
import { PROMPT, withCarriers } from "../services/carriers";
import type { programTasks } from "../services/http-carrier";
import { Traffic } from "../traffic";

const DELAY_MS = 200;

interface Case {
  window: number;
  /** Whether the carrier is a separate program, instead of part of the service's process. */
  http: boolean;
}

const CASES: readonly Case[] = [
  ...[10, 64, 256].map((window) => ({ window, http: false })),
  ...[10, 64].map((window) => ({ window, http: true })),
];

/** Duration of a turn at the maximum rate, in seconds. */
const SECONDS = { quick: 3, usual: 8 };
/** Time limit for the end of the campaign, then for its reports, each as a multiple of `SECONDS`. */
const TIMEOUT_FACTOR = 3;
const WARM_WITHIN_MS = 30_000;

/** Name of the connection of the kind `http`, and the token that the carrier's program sends with reports. */
const CONNECTION = "program";
const TOKEN = "inwards";

/**
 * Measures a campaign over a carrier that takes one message per request. The baseline is the carrier's
 * maximum rate: `window` messages per `DELAY_MS`.
 */
export const bench = benchmark(
  CASES,
  ({ window, http }) => (http ? `window http ${window}` : `window ${window}`),
  benchCase,
);

async function benchCase(run: Run, { window, http }: Case): Promise<void> {
  const seconds = run.pick(SECONDS);
  const ideal = (window * 1_000) / DELAY_MS;
  const program = http ? run.helper<typeof programTasks>("services/http-carrier.ts") : null;
  const port = await program?.call("listen", { delayMs: DELAY_MS });
  const plan = { window, contacts: seconds * ideal, withinMs: TIMEOUT_FACTOR * seconds * 1_000 };
  await run.compare({
    n: plan.contacts,
    unit: "messages/s",
    ours: () => run.turn((scope) => oneTurn(scope, plan, program && { program, port: port ?? 0 })),
    baselines: [{ aim: { atLeast: 0.9 }, turn: async () => ideal }],
  });
}

async function oneTurn(
  scope: Scope,
  { window, contacts, withinMs }: { window: number; contacts: number; withinMs: number },
  http: { program: Helper<typeof programTasks>; port: number } | null,
): Promise<Measured> {
  const pace = { delayMs: DELAY_MS, batchSize: 1, window };
  const carrier = http ? CONNECTION : PROMPT;
  const traffic = await Traffic.start(scope, {
    ...(http ? { connection: connectionTo(http.port, window) } : withCarriers(pace)),
    accounts: { bench: carrier, warm: carrier },
    campaign: { account: "bench", contacts },
  });
  const reports = { path: `/carriers/${CONNECTION}/reports`, token: TOKEN };
  await http?.program.call("reportTo", { origin: traffic.deployed.origin, ...reports });
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

const connectionTo = (port: number, window: number) => [
  ...[CONNECTION, "--kind", "http", "--set", `url=http://127.0.0.1:${port}`],
  ...["--set", "batch=1", "--set", `window=${window}`],
  ...["--secret", "token=outwards", "--secret", `callback_token=${TOKEN}`],
];

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
