import type { campaignTasks } from "../baselines/campaign";
import { rateOf, spentOn, until, watchMemory } from "../deployment";
import { assertCreated, assertReached, clearMessages, sums } from "../outcomes";
import { reportPeaks, reportProbes } from "../peaks";
import type { probeTasks } from "../probe";
import { assertEqual, benchmark, type Run } from "../run";
import { blacklistOf, SUPPRESSED_EACH, tenantWith, TEXTS } from "../seed";
import { withCarriers } from "../services/carriers";
import { growthExponent, median, percentile } from "../stats";

const SIZE = { quick: 20_000, usual: 200_000, million: 1_000_000 };
/** Contacts of a small campaign. Its launch is the baseline of a launch at full size. */
const FEW = 1_000;
/** Contacts of the smallest campaign, from which the growth of time and memory is measured. */
const SMALL = 10_000;
const LAUNCHES = 20;
/** Settings of a carrier that takes no messages. Created messages stay pending. */
const NO_CAPACITY = { delayMs: 0, batchSize: 0, window: 1 };
/** Duration of the probe of the idle service, in milliseconds. */
const REST_MS = 2_000;

const AIMS = { postgres: { atLeast: 0.6 }, sqlite: { atLeast: 0.45 } };
const CASES = ["text", "variables", "launch"] as const;

/** Measures a campaign from launch to last created message, against one insert statement. */
export const bench = benchmark(
  CASES,
  (name) => `campaign ${name}`,
  async (run, name) => {
    const size = run.pick(SIZE);
    const campaigns = await prepare(run, [FEW, SMALL, size / 2, size]);
    if (name === "launch") await benchLaunch(run, campaigns, size);
    else await benchExpansion(run, campaigns, name, size);
  },
);

type Campaigns = Awaited<ReturnType<typeof prepare>>;

/** Starts a service whose carrier takes no messages, on a database with a list of each size. */
async function prepare(run: Run, sizes: readonly number[]) {
  const lists = Object.fromEntries(sizes.map((n) => [String(n), n]));
  const seed = tenantWith({ contacts: Math.max(...sizes), lists });
  const { address, accountId, listIds, deployed, api } = await run.service(seed, withCarriers(NO_CAPACITY));
  const db = run.open(address);
  const probe = run.helper<typeof probeTasks>("probe.ts");
  const listOf = (n: number) => listIds[n] ?? "";
  let made = 0;

  /** Deletes all messages and waits until the database has written its buffers to disk. */
  const clear = async () => {
    await clearMessages(db);
    await run.databases.settle();
  };

  /** Launches a new campaign and measures the milliseconds until the response and until the first job. */
  const launch = async (templateId: string, n: number) => {
    const id = await api.campaign(`campaign ${++made}`, templateId, listOf(n));
    const job = { account_id: accountId, kind: "submission", tag: id };
    const started = performance.now();
    const responded = await api.launch(id);
    await until("the first job", async () => (await db("jobs").where(job).first("id")) !== undefined);
    return { id, responded, first: performance.now() - started };
  };

  /** Runs one campaign to `n` contacts and checks its messages. */
  const expand = async (templateId: string, n: number) => {
    await clear();
    await probe.call("begin", deployed.origin);
    const memory = watchMemory(deployed.services);
    const { result: id, ...spent } = await spentOn(
      () => deployed.working.usage(),
      async () => {
        const { id } = await launch(templateId, n);
        await until("the campaign is expanded", async () => {
          const row = await db("campaigns").where({ id }).first<{ expanded: boolean | number }>("expanded");
          return Boolean(row?.expanded);
        });
        return id;
      },
    );
    const watched = { probe: await probe.call("end"), peaks: await memory.end() };
    await assertCreated(db, n, Math.ceil(n / SUPPRESSED_EACH));
    await assertReached(db, id, n);
    const { body } = await api.call<{ progress: { total: number } }>("GET", `/campaigns/${id}`);
    assertEqual("the campaign's total", body.progress.total, n);
    return { n, ...spent, ...watched, characters: await writtenCharacters() };
  };

  /** Returns the total length of the messages' text columns, which must equal the baseline's. */
  const writtenCharacters = async () => {
    const columns = ["recipient", "content", "history", "search", "status"];
    const lengths = columns.map((column) => `length(${column})`).join(" + ");
    return (await sums(db, `select 'written' as name, sum(${lengths}) as total from messages`)).written;
  };
  return { address, accountId, deployed, db, api, probe, listOf, clear, launch, expand, writtenCharacters };
}

async function benchExpansion(
  run: Run,
  campaigns: Campaigns,
  name: keyof typeof TEXTS,
  size: number,
): Promise<void> {
  const { address, accountId, db, deployed, probe, clear, expand, writtenCharacters } = campaigns;
  const text = TEXTS[name];
  const templateId = await campaigns.api.template(run.name, text);
  run.say("warm-up and growth");
  await expand(templateId, SMALL);
  const small = await expand(templateId, SMALL);
  const half = await expand(templateId, size / 2);
  const baseline = run.helper<typeof campaignTasks>("baselines/campaign.ts");
  const lists = { listId: campaigns.listOf(size), blacklistId: await blacklistOf(db, accountId) };
  let characters: number | undefined;
  const turns = await run.compare({
    n: size,
    unit: "messages/s",
    before: clear,
    ours: async () => {
      const done = await expand(templateId, size);
      characters = done.characters;
      return { ...done, ...rateOf(size, done), rssBytes: done.peaks.at(-1) };
    },
    baselines: [
      {
        aim: AIMS[run.kind],
        turn: async () => {
          const seconds = await baseline.call("insert", { address, accountId, ...lists, templateId, text });
          assertEqual("the characters that the baseline wrote", await writtenCharacters(), characters);
          return size / seconds;
        },
      },
    ],
    more: async (done) => {
      const full = { n: size, seconds: median(done.map(({ seconds }) => seconds)) };
      return { exponent: growthExponent([small, half, full]) };
    },
  });
  if (run.kind === "sqlite") {
    await clear();
    await probe.call("begin", deployed.origin);
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
    reportProbes(run, size, "slowest GET /healthz, against rest", turns, await probe.call("end"));
  }
  reportPeaks(run, size, `${SMALL} contacts`, turns, small.peaks);
}

/** Compares the launches of a large and of a small campaign. */
async function benchLaunch(run: Run, campaigns: Campaigns, size: number): Promise<void> {
  const templateId = await campaigns.api.template("launch", TEXTS.variables);
  await campaigns.clear();
  const launches = { few: [] as Launch[], full: [] as Launch[] };
  for (let turn = 0; turn < LAUNCHES; turn += 1) {
    for (const [n, done] of [[FEW, launches.few] as const, [size, launches.full] as const]) {
      const launch = await campaigns.launch(templateId, n);
      await campaigns.api.call("POST", `/campaigns/${launch.id}/stop`);
      done.push(launch);
    }
  }
  for (const [what, name, atMost] of [
    ["responded", "answer", 50],
    ["first", "first messages", 200],
  ] as const) {
    const times = launches.full.map((launch) => launch[what]);
    const [ours, floor] = [median(times), median(launches.few.map((launch) => launch[what]))];
    const bench = `campaign, launch to ${name}, against ${FEW} contacts`;
    const figures = { p50: ours, p99: percentile(times, 0.99) };
    run.report({ bench, n: size, unit: "ms", aim: { atMost, of: "p99" } }, [{ ours, floor }], figures);
  }
}

interface Launch {
  responded: number;
  first: number;
}
