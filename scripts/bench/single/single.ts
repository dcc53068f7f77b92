import { assertEqual, type Bench, chosen, inTurn, progress } from "../bench";
import {
  type DatabaseAddress,
  type DatabaseKind,
  type Databases,
  openAddress,
  serviceEnv,
} from "../databases";
import type { Options } from "../options";
import { Helper, Service, type Usage } from "../processes";
import type { Aim, Result } from "../report";
import { analyze, seedContacts, seedTenant } from "../seed";
import { assertSent } from "../send/check";
import type { clientTasks, LoadResult } from "../send/client";
import { type Comparison, compare, median } from "../stats";
import type { floorTasks } from "./floor";

const CONTACTS = 20_000;

interface Case {
  /** Requests under way at a time. */
  atOnce: number;
  /** Requests of a turn, and of a quick one. */
  requests: number;
  quick: number;
  aim: Aim;
}

const CASES: readonly Case[] = [
  { atOnce: 1, requests: 1_500, quick: 400, aim: { atLeast: 0.6 } },
  { atOnce: 32, requests: 6_000, quick: 1_500, aim: { atLeast: 1 } },
];

const TAIL: Aim = { atMost: 4 };
const CPU: Aim = { of: "ours", atMost: 0.6 };

interface Turn extends LoadResult, Usage {}

/** Sends to one recipient each, as one-time passwords are, against Express that commits one row a request. */
export const benchSingle: Bench = async (databases, options, report) => {
  for (const kind of options.databases) {
    for (const one of chosen(CASES, options, ({ atOnce }) => `single ${atOnce}`)) {
      await benchCase(databases, kind, one, options, report);
    }
  }
};

async function benchCase(
  databases: Databases,
  kind: DatabaseKind,
  { atOnce, aim, ...sizes }: Case,
  options: Options,
  report: (result: Result) => void,
): Promise<void> {
  const requests = options.quick ? sizes.quick : sizes.requests;
  const plan = { recipients: 1, count: 2_000, contacts: CONTACTS };
  progress(`single, ${atOnce} at once, ${kind}`);
  const { address, tenant } = await seeded(databases, kind);
  const floorAddress = await databases.create(kind);
  const service = await Service.start(databases.scratch, {
    env: { ...serviceEnv(address), RECADO_ROLES: "api" },
    profileDir: options.profileDir,
  });
  const client = Helper.start<typeof clientTasks>("send/client.ts");
  const floor = Helper.start<typeof floorTasks>("single/floor.ts");
  let sent = 0;
  let floored = 0;
  const load = async (origin: string, first: number, usage: () => Promise<Usage>): Promise<Turn> => {
    await client.ask("aim", { origin, key: tenant.key, connections: atOnce, plan });
    const before = await usage();
    const result = await client.ask("load", { first, requests });
    const { cpuSeconds, rssBytes } = await usage();
    return { ...result, cpuSeconds: cpuSeconds - before.cpuSeconds, rssBytes };
  };
  try {
    const floorOrigin = `http://127.0.0.1:${await floor.ask("listen", floorAddress)}`;
    const [mine, theirs]: [Turn[], Turn[]] = [[], []];
    const ours = async () => {
      const turn = await load(service.origin, sent, () => service.usage());
      sent += requests;
      mine.push(turn);
      return requests / turn.seconds;
    };
    const floors = async () => {
      const turn = await load(floorOrigin, floored, () => floor.ask("usage"));
      floored += requests;
      theirs.push(turn);
      return requests / turn.seconds;
    };
    // Warms both up; thrown away.
    await ours();
    await floors();
    mine.length = theirs.length = 0;
    const [comparison] = await inTurn(options.pairs, ours, [floors], () => databases.settle());
    if (!comparison) throw new Error("nothing was compared");
    await assertSent(address, plan, sent);
    assertEqual("rows of the floor", await floor.ask("count"), floored);

    const cpuOf = ({ cpuSeconds }: Turn) => (cpuSeconds * 1_000) / requests;
    const result = (name: string, compared: Comparison, unit: string, aimed: Aim): Result => ({
      ...compared,
      bench: `single ${atOnce}${name}`,
      db: kind,
      n: requests,
      unit,
      aim: aimed,
      p50: median(mine.map(({ p50 }) => p50)),
      p99: median(mine.map(({ p99 }) => p99)),
      cpuMsPerRow: median(mine.map(cpuOf)),
      rssMb: Math.max(...mine.map(({ rssBytes }) => rssBytes)) / 1e6,
      exponent: null,
    });
    report(result("", comparison, "sends/s", aim));
    const tails = mine.map(({ p50, p99 }) => ({ ours: p99, floor: p50 }));
    report(result(", p99 by p50", compare(tails), "ms", TAIL));
    const cpu = mine.map((turn, index) => ({ ours: cpuOf(turn), floor: cpuOf(theirs[index] ?? turn) }));
    report(result(", CPU", compare(cpu), "CPU ms/send", CPU));
    await floor.ask("close");
  } finally {
    await client.stop();
    await floor.stop();
    await service.stop();
  }
  await databases.drop(floorAddress);
  await databases.drop(address);
}

async function seeded(databases: Databases, kind: DatabaseKind) {
  const address: DatabaseAddress = await databases.create(kind);
  const db = openAddress(address, 2);
  const tenant = await seedTenant(db);
  await seedContacts(db, tenant.accountId, CONTACTS);
  await analyze(db);
  await db.destroy();
  return { address, tenant };
}
