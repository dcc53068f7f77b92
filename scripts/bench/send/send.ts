import { type Bench, chosen, inTurn, progress } from "../bench";
import {
  type DatabaseAddress,
  type DatabaseKind,
  type Databases,
  openAddress,
  serviceEnv,
} from "../databases";
import type { Options } from "../options";
import { Helper, Service } from "../processes";
import type { Aim, Result } from "../report";
import { analyze, seedContacts, seedTenant } from "../seed";
import { median } from "../stats";
import type { BodyPlan } from "./bodies";
import { assertSent } from "./check";
import type { clientTasks, LoadResult } from "./client";
import type { floorTasks, Row } from "./floor";

/** Requests under way at a time. */
const CONNECTIONS = 8;
const CONTACTS = 100_000;
/** Rows a statement of the floor that the aims are set against. */
const BULK = 1_000;

interface Case {
  recipients: number;
  /** Requests of a turn, and of a quick one. */
  requests: number;
  quick: number;
  /** Different bodies. */
  bodies: number;
  aim: Aim;
}

const CASES: readonly Case[] = [
  { recipients: 1_000, requests: 100, quick: 20, bodies: 50, aim: { atLeast: 0.4 } },
  { recipients: 100, requests: 800, quick: 150, bodies: 200, aim: { atLeast: 0.25 } },
  { recipients: 1, requests: 4_000, quick: 600, bodies: 2_000, aim: { atLeast: 0.08 } },
];

/** POST /v3/messages against the bare insert of the rows that it writes. */
export const benchSend: Bench = async (databases, options, report) => {
  for (const kind of options.databases) {
    for (const one of chosen(CASES, options, ({ recipients }) => `send ${recipients}`)) {
      await benchCase(databases, kind, one, options, report);
    }
  }
};

async function benchCase(
  databases: Databases,
  kind: DatabaseKind,
  { recipients, bodies, aim, ...sizes }: Case,
  options: Options,
  report: (result: Result) => void,
): Promise<void> {
  const requests = options.quick ? sizes.quick : sizes.requests;
  const plan: BodyPlan = { recipients, count: bodies, contacts: CONTACTS };
  progress(`send, ${recipients} a request, ${kind}`);
  const { address, tenant } = await seeded(databases, kind);
  const service = await Service.start(databases.scratch, {
    env: { ...serviceEnv(address), RECADO_ROLES: "api" },
    profileDir: options.profileDir,
  });
  const client = Helper.start<typeof clientTasks>("send/client.ts");
  const floor = Helper.start<typeof floorTasks>("send/floor.ts");
  let sent = 0;
  const load = async (count: number) => {
    const result = await client.ask("load", { first: sent, requests: count });
    sent += count;
    return result;
  };
  try {
    await client.ask("aim", { origin: service.origin, key: tenant.key, connections: CONNECTIONS, plan });
    const warmUp = Math.ceil(requests / 10);
    await load(warmUp);
    const floorAddress = await preparedFloor(databases, floor, address);
    await floor.ask("insert", { rows: Math.ceil((requests * recipients) / 10), rowsPerStatement: BULK });

    const loads: (LoadResult & { cpuSeconds: number; rssBytes: number })[] = [];
    const rows = requests * recipients;
    const ours = async () => {
      const before = await service.usage();
      const result = await load(requests);
      const after = await service.usage();
      loads.push({ ...result, cpuSeconds: after.cpuSeconds - before.cpuSeconds, rssBytes: after.rssBytes });
      return rows / result.seconds;
    };
    const floorOf = (rowsPerStatement: number) => {
      // One row a commit is slow: fewer of them say as much.
      const some = Math.min(rows * 2, rowsPerStatement === 1 ? requests : 100_000);
      const count = Math.max(rowsPerStatement, some - (some % rowsPerStatement));
      return async () => count / (await floor.ask("insert", { rows: count, rowsPerStatement }));
    };
    const sizesOfFloor = recipients === BULK ? [BULK] : [BULK, recipients];
    const compared = await inTurn(options.pairs, ours, sizesOfFloor.map(floorOf), () => databases.settle());
    await assertSent(address, plan, sent);

    for (const [index, comparison] of compared.entries()) {
      report({
        ...comparison,
        bench: `send ${recipients}${index === 0 ? "" : `, floor of ${recipients} a commit`}`,
        db: kind,
        n: rows,
        unit: "messages/s",
        aim: index === 0 ? aim : null,
        p50: median(loads.map(({ p50 }) => p50)),
        p99: median(loads.map(({ p99 }) => p99)),
        cpuMsPerRow: median(loads.map(({ cpuSeconds }) => (cpuSeconds * 1_000) / rows)),
        rssMb: Math.max(...loads.map(({ rssBytes }) => rssBytes)) / 1e6,
        exponent: null,
      });
    }
    await floor.ask("close");
    await databases.drop(floorAddress);
  } finally {
    await client.stop();
    await floor.stop();
    await service.stop();
  }
  await databases.drop(address);
}

async function seeded(databases: Databases, kind: DatabaseKind) {
  const address = await databases.create(kind);
  const db = openAddress(address, 2);
  const tenant = await seedTenant(db);
  await seedContacts(db, tenant.accountId, CONTACTS);
  await analyze(db);
  await db.destroy();
  return { address, tenant };
}

/** A database of the floor's own, and up to 1,000 of the rows that the service has written for it to repeat. */
async function preparedFloor(
  databases: Databases,
  floor: Helper<typeof floorTasks>,
  address: DatabaseAddress,
) {
  const db = openAddress(address, 1);
  const rows = (await db("messages").orderBy("id").limit(BULK)) as Row[];
  await db.destroy();
  const floorAddress = await databases.create(address.kind);
  await floor.ask("open", { address: floorAddress, rows, connections: FLOOR_CONNECTIONS });
  return floorAddress;
}

/** Enough to keep both sides of the connection busy; SQLite has one writer. */
const FLOOR_CONNECTIONS = 2;
