import type { Knex } from "knex";
import { request } from "undici";
import { rawRows } from "../../../src/platform/db/dialect";
import type { Api } from "../api";
import type { importTasks } from "../baselines/import";
import { rateOf, spentOn, until, watchMemory } from "../deployment";
import { reportPeaks, reportProbes } from "../peaks";
import type { probeTasks } from "../probe";
import { assertEqual, benchmark, type Run, type Scope } from "../run";
import { csvOf, tenantWith } from "../seed";
import { growthExponent, median } from "../stats";

const SIZE = { quick: 20_000, usual: 200_000, million: 1_000_000 };
/** Rows of a small import. Its memory and time are compared with those at full size. */
const SMALL = 10_000;

/** `new` imports new contacts; `known` imports a file whose contacts exist already. */
const CASES = ["new", "known"] as const;
type Case = (typeof CASES)[number];

/**
 * Measures the import of a CSV file, from the request to completion. The baseline only upserts the same rows
 * in the database.
 */
export const bench = benchmark(CASES, (name) => `import ${name}`, benchCase);

async function benchCase(run: Run, name: Case): Promise<void> {
  const size = run.pick(SIZE);
  const importing = (rows: number) => run.turn((scope) => oneTurn(scope, name, rows));
  run.say("warm-up");
  const small = await importing(SMALL);
  const turns = await run.compare({
    n: size,
    unit: "rows/s",
    ours: () => importing(size),
    baselines: [{ aim: { atLeast: 0.5 }, turn: () => run.turn((scope) => bareTurn(scope, name, size)) }],
    more: async (done) => {
      const seconds = median(done.map((turn) => turn.seconds));
      const points = [
        { n: SMALL, seconds: small.seconds },
        { n: size, seconds },
      ];
      return { exponent: growthExponent(points) };
    },
  });
  const against = `against ${SMALL} rows`;
  reportProbes(run, size, `slowest GET /healthz, ${against}`, turns, small.probe);
  reportPeaks(run, size, `${SMALL} rows`, turns, small.peaks);
}

const seedEmptyList = tenantWith({ lists: { Clientes: 0 } });

async function oneTurn(scope: Scope, name: Case, rows: number) {
  const { address, accountId, listIds, deployed, api } = await scope.service(seedEmptyList);
  const listId = listIds.Clientes;
  const probe = scope.helper<typeof probeTasks>("probe.ts");
  const db = scope.open(address);
  const fileId = await upload(api, csvOf(rows));
  const importFile = async () => {
    const id = await api.create(`/contact-lists/${listId}/imports`, { file_id: fileId });
    const running = db("imports").where({ id }).whereIn("status", ["pending", "running"]).first("id");
    await until("the import has ended", async () => (await running.clone()) === undefined);
    return id;
  };
  if (name === "known") await importFile();
  await scope.settle(address);
  await probe.call("begin", deployed.origin);
  const memory = watchMemory(deployed.services);
  const { result: id, ...spent } = await spentOn(() => deployed.working.usage(), importFile);
  const watched = { probe: await probe.call("end"), peaks: await memory.end() };
  await assertImported(api, db, { accountId, listId, id }, name, rows);
  return { ...rateOf(rows, spent), seconds: spent.seconds, ...watched, rssBytes: watched.peaks.at(-1) };
}

async function bareTurn(scope: Scope, name: Case, rows: number): Promise<number> {
  const { address, accountId, listIds } = await scope.seeded(seedEmptyList);
  const baseline = scope.helper<typeof importTasks>("baselines/import.ts");
  const given = { address, accountId, listId: listIds.Clientes, rows };
  if (name === "known") await baseline.call("upsert", given);
  await scope.settle(address);
  return rows / (await baseline.call("upsert", given));
}

/** Announces, uploads and confirms a file as a client does, and returns its id. */
async function upload(api: Api, file: Buffer): Promise<string> {
  const announced = { usage: "contact_import", content_type: "text/csv", size_bytes: file.length };
  const { body } = await api.call<{ file_id: string; url: string }>("POST", "/files/upload-url", announced);
  const headers = { "content-type": "text/csv", "content-length": String(file.length) };
  const response = await request(body.url, { method: "PUT", headers, body: file });
  if (response.statusCode >= 300)
    throw new Error(`upload: ${response.statusCode}: ${await response.body.text()}`);
  await response.body.dump();
  await api.call("POST", `/files/${body.file_id}/confirm`);
  return body.file_id;
}

/** Checks that every row became a contact and a member, and that the import and the counts agree. */
async function assertImported(
  api: Api,
  db: Knex,
  { accountId, listId, id }: { accountId: string; listId: string; id: string },
  name: Case,
  rows: number,
): Promise<void> {
  const { body } = await api.call<Record<string, unknown>>("GET", `/contact-lists/${listId}/imports/${id}`);
  const { status, rows_total, created, updated, rejected } = body;
  const [fresh, known] = name === "new" ? [rows, 0] : [0, rows];
  assertEqual(
    "the import",
    { status, rows_total, created, updated, rejected },
    { status: "completed", rows_total: rows, created: fresh, updated: known, rejected: 0 },
  );
  const [found] = await rawRows<{ contacts: number; members: number; named: number }>(
    db,
    `select count(*) as contacts, count(m.contact_id) as members,
       sum(case when c.name like 'Contact %' and c.attributes like '%basic%' then 1 else 0 end) as named
     from contacts c left join list_members m
       on m.account_id = c.account_id and m.contact_id = c.id and m.list_id = ?
     where c.account_id = ?`,
    [listId, accountId],
  );
  const numbers = [found?.contacts, found?.members, found?.named].map(Number);
  assertEqual("contacts, members and those with name and attributes", numbers, [rows, rows, rows]);
  const list = await api.call<{ contact_count: number }>("GET", `/contact-lists/${listId}`);
  assertEqual("the count of the list", list.body.contact_count, rows);
}
