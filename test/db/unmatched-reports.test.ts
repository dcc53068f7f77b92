import pino from "pino";
import type { ReferenceReport } from "../../src/carriers/carrier";
import { dispatchPeriodicJobs } from "../../src/features/dispatch/dispatch.jobs";
import { DeliveryReports } from "../../src/features/dispatch/delivery-reports";
import { MAX_UNMATCHED, unmatchedReportLimit } from "../../src/features/dispatch/unmatched-report-limit";
import {
  purgeUnconfirmedSubmissions,
  recordSubmissions,
  timesSubmitted,
} from "../../src/features/dispatch/unconfirmed-submissions.store";
import { purgeUnmatched } from "../../src/features/dispatch/unmatched-reports.store";
import { commitStatements } from "../../src/platform/db/statement-batch";
import { DAY, MINUTE } from "../../src/platform/time";
import { LEASE_MS } from "../../src/queue/lease-lengths";
import { leaseJobs } from "../../src/queue/leases.store";
import type { MessageEffect } from "../../src/features/messages/message-effects";
import { referencesStatement } from "../../src/features/messages/references.store";
import { databases } from "../support/databases";
import { scriptedCarrier } from "../support/carrier";
import { Exchange } from "../support/exchange";
import { type TestAccount, testService } from "../support/service";

const MAX_REPORTS = 1_500;

describe.each(databases)("unmatched delivery reports on %s", (database) => {
  const scripted = scriptedCarrier();
  const service = testService(database, {
    override: () => ({ carriers: new Map([["sandbox", scripted.carrier]]) }),
  });
  let lines: { carrier: string; dropped: number; most: number }[];
  let made = 0;
  let carrier: string;
  beforeEach(() => {
    lines = [];
    carrier = `carrier-${++made}`;
  });

  /** Returns the delivery reports of a new process. */
  const newProcess = (
    limit = MAX_REPORTS,
    alsoEffects: readonly MessageEffect[] = [],
    matchedAtOnce = 1_000,
  ) => {
    const write = (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]);
    const messageEffects = [...service.app.messageEffects, ...alsoEffects];
    const app = { ...service.app, messageEffects, log: pino({}, { write }) };
    return new DeliveryReports(app, unmatchedReportLimit(app, limit), matchedAtOnce);
  };
  /** An effect that fails each write of the account's messages. */
  const failingFor = (accountId: string): MessageEffect => ({
    consequences(_db, changed) {
      if (changed.some(({ changes }) => changes.accountId === accountId)) throw new Error("not written");
      return { statements: [] };
    },
  });
  const reportOf = (reference: string): ReferenceReport => ({
    reference,
    status: "delivered",
    error: null,
    occurredAt: service.clock.now(),
  });
  const numbered = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => reportOf(`r-${from + index}`));
  const waiting = async (of = carrier) => {
    const rows = service.db("unmatched_reports").where({ carrier: of }).orderBy("id");
    return (await rows.pluck("reference")) as string[];
  };
  const counted = async (name: string, of = carrier) => {
    const { values } = (await service.app.metrics.registry.getSingleMetric(name)?.get()) ?? { values: [] };
    return values.find(({ labels }) => labels.carrier === of)?.value ?? 0;
  };
  const dropped = () => counted("recado_carrier_reports_dropped_total");

  it("keeps reports up to a limit, and drops the oldest beyond it", async () => {
    const receive = newProcess().from(carrier);
    await receive(numbered(0, MAX_REPORTS));
    expect([(await waiting()).length, await dropped()]).toEqual([MAX_REPORTS, 0]);
    await receive(numbered(MAX_REPORTS, 1_000));
    const stored = await waiting();
    expect([stored.length, stored[0], stored.at(-1)]).toEqual([MAX_REPORTS, "r-1000", "r-2499"]);
    expect(await dropped()).toBe(1_000);
  });

  it("keeps the reports and the intents of pending messages, and deletes others", async () => {
    const { accountId, request } = await service.account(`waiting ${carrier}`);
    const exchange = new Exchange(service, { accountId, request });
    const [messageId = ""] = await exchange.send({ text: "Oi" }, "+5511987650001");
    const { key } = (await service.db("jobs").where({ account_id: accountId }).first("key")) as {
      key: string;
    };
    const lease = { now: service.clock.now(), leaseMs: LEASE_MS.submission };
    const [job] = await leaseJobs(service.db, "submission", [{ accountId, key, weight: 1 }], lease);
    if (!job) throw new Error("the message has no job");
    await recordSubmissions(service.db, [{ accountId, messageId, job }], service.clock.now());
    await newProcess().from(carrier)([{ ...reportOf(messageId), accountId, messageId }]);
    const intents = async () => [...(await timesSubmitted(service.db, accountId, [messageId])).keys()];
    const purge = async () => {
      await purgeUnmatched(service.db, service.clock.now() + 40 * DAY, 100_000);
      await purgeUnconfirmedSubmissions(service.db, service.clock.now() + 40 * DAY, 100_000);
    };
    await newProcess().from(carrier)(numbered(0, 1));
    await purge();
    expect([await waiting(), await intents()]).toEqual([[messageId], [messageId]]);
    await service.db("messages").where({ id: messageId }).update({ status: "canceled" });
    await purge();
    expect([await waiting(), await intents()]).toEqual([[], []]);
  });

  it("keeps reports with a reference for the longest validity of a message", async () => {
    await newProcess().from(carrier)(numbered(0, 1));
    const purge = dispatchPeriodicJobs(service.app).find(({ name }) => name === "unmatched delivery reports");
    service.clock.advance(3 * DAY);
    await purge?.run();
    expect(await waiting()).toHaveLength(1);
    service.clock.advance(1);
    await purge?.run();
    expect(await waiting()).toEqual([]);
  });

  it("counts stored reports once every thousand reports", async () => {
    const receive = newProcess().from(carrier);
    let counts = 0;
    const listen = ({ sql }: { sql: string }) =>
      void (counts += sql.includes("count(*) as unmatched") ? 1 : 0);
    service.db.on("query", listen);
    await receive(numbered(0, 1_000));
    expect(counts).toBe(1);
    for (let batch = 0; batch < 9; batch += 1) await receive(numbered(1_000 + 100 * batch, 100));
    expect([counts, (await waiting()).length]).toEqual([1, 1_900]);
    await receive(numbered(1_900, 100));
    service.db.removeListener("query", listen);
    expect([counts, (await waiting()).length, await dropped()]).toEqual([2, MAX_REPORTS, 500]);
  });

  it("counts stored reports at a process's first report", async () => {
    await newProcess().from(carrier)(numbered(0, MAX_REPORTS));
    await newProcess().from(carrier)(numbered(MAX_REPORTS, 1));
    expect(await waiting()).toHaveLength(MAX_REPORTS);
    expect(await dropped()).toBe(1);
  });

  it("drops no reports of another carrier", async () => {
    const process = newProcess();
    await process.from(carrier)(numbered(0, 10));
    await process.from(`${carrier}-flooded`)(numbered(0, MAX_REPORTS));
    await process.from(`${carrier}-flooded`)(numbered(MAX_REPORTS, 1_000));
    expect([(await waiting()).length, await dropped()]).toEqual([10, 0]);
    expect(await waiting(`${carrier}-flooded`)).toHaveLength(MAX_REPORTS);
  });

  it("drops a large excess in portions", async () => {
    await newProcess(MAX_UNMATCHED).from(carrier)(numbered(0, 6_000));
    const receive = newProcess().from(carrier);
    const left: number[] = [];
    for (let one = 0; one < 4; one += 1) {
      await receive([reportOf(`late-${one}`)]);
      left.push((await waiting()).length);
    }
    expect(left).toEqual([4_001, 2_002, MAX_REPORTS, MAX_REPORTS + 1]);
  });

  it("drops each report once when processes count concurrently", async () => {
    await newProcess().from(carrier)(numbered(0, MAX_REPORTS));
    await Promise.all([1, 2, 3, 4].map((n) => newProcess().from(carrier)(numbered(n * 10_000, 100))));
    await newProcess().from(carrier)(numbered(90_000, 1));
    expect(await waiting()).toHaveLength(MAX_REPORTS);
    expect(await dropped()).toBe(401);
  });

  it("logs the number of dropped reports at most once a minute", async () => {
    const receive = newProcess().from(carrier);
    await receive(numbered(0, MAX_REPORTS));
    for (let time = 1; time <= 3; time += 1) await receive(numbered(time * 10_000, 1_000));
    expect(lines).toMatchObject([{ level: 40, carrier, dropped: 1_000, most: MAX_REPORTS }]);
    service.clock.advance(MINUTE);
    await receive(numbered(50_000, 1_000));
    expect(lines.map((line) => line.dropped)).toEqual([1_000, 3_000]);
    expect(await dropped()).toBe(4_000);
  });

  const sendOne = (account?: TestAccount) =>
    new Exchange(service, account).sendOne({ text: "x" }, "+5511987650010");
  const statusOf = async (id: string) =>
    ((await service.db("messages").where({ id }).first("status")) as { status: string }).status;
  /** Stores the carrier's reference of a message, as the settlement of its submission does. */
  const storeReference = async (reference: string, messageId: string, accountId = service.accountId) => {
    const row = { reference, accountId, messageId, parts: 1 };
    const until = service.clock.now() + DAY;
    await commitStatements(service.db, [referencesStatement(service.db, carrier, [row], until)]);
  };

  it("counts reports that are matched late", async () => {
    const messageId = await sendOne();
    await service.drain();
    const process = newProcess();
    await process.from(carrier)([reportOf("ours"), reportOf("unknown")]);
    expect(await counted("recado_carrier_reports_unmatched_total")).toBe(2);
    expect(await counted("recado_carrier_reports_matched_late_total")).toBe(0);
    await storeReference("ours", messageId);
    await process.checkEarly([{ carrier, reference: "ours" }]);
    expect(await counted("recado_carrier_reports_matched_late_total")).toBe(1);
    expect(await waiting()).toEqual(["unknown"]);
    const found = await service.request.get(`/v3/messages/${messageId}`).expect(200);
    expect((found.body as { status: string }).status).toBe("delivered");
  });

  it("matches a reference in either notation, and stores the carrier's notation", async () => {
    const messageId = await sendOne();
    await service.drain();
    const process = newProcess();
    await storeReference("ab", messageId);
    await process.from(carrier)(
      ["171", "172"].map((id, index) => ({ ...reportOf(id), otherwise: ["ab", "ac"][index] })),
    );
    expect(await statusOf(messageId)).toBe("delivered");
    expect(await waiting()).toEqual(["172"]);
  });

  it("matches reports of one account while those of another cannot be written", async () => {
    const other = await service.account("whose reports cannot be written");
    const [own, foreign] = [await sendOne(), await sendOne(other)];
    await service.drain();
    const process = newProcess(MAX_REPORTS, [failingFor(other.accountId)]);
    await process.from(carrier)([reportOf("theirs"), reportOf("ours")]);
    await storeReference("ours", own);
    await storeReference("theirs", foreign, other.accountId);
    await process.checkEarly(["theirs", "ours"].map((reference) => ({ carrier, reference })));
    expect([await statusOf(own), await statusOf(foreign)]).toEqual(["delivered", "sent"]);
    expect(await waiting()).toEqual(["theirs"]);
    // The failed reports are not retried at once.
    expect(await process.matchLeft()).toBe(false);
    expect(lines[0]).toMatchObject({ level: 50, carrier, accountId: other.accountId });
  });

  it("stops matching without an error for each account when the database is away", async () => {
    const messageId = await sendOne();
    await service.drain();
    let writes = 0;
    const failing: MessageEffect = {
      consequences() {
        writes += 1;
        throw Object.assign(new Error("not written"), writes === 1 ? {} : { code: "ECONNREFUSED" });
      },
    };
    const process = newProcess(MAX_REPORTS, [failing]);
    await process.from(carrier)([reportOf("ours")]);
    await storeReference("ours", messageId);
    await expect(process.matchLeft()).rejects.toThrow("not written");
    expect([writes, lines, await waiting()]).toEqual([2, [], ["ours"]]);
    await newProcess().matchLeft();
    expect(await statusOf(messageId)).toBe("delivered");
  });

  it("matches reports stored after reports of an account that cannot be written", async () => {
    const other = await service.account("whose reports fill a run");
    const [own, foreign] = [await sendOne(), await sendOne(other)];
    await service.drain();
    const process = newProcess(MAX_REPORTS, [failingFor(other.accountId)], 1);
    await process.from(carrier)([reportOf("a-theirs"), reportOf("b-ours")]);
    await storeReference("a-theirs", foreign, other.accountId);
    await storeReference("b-ours", own);
    for (let run = 0; run < 3; run += 1) await process.matchLeft();
    expect([await statusOf(own), await statusOf(foreign)]).toEqual(["delivered", "sent"]);
    expect(await waiting()).toEqual(["a-theirs"]);
  });

  it("applies a report when its submission is written while the report is stored", async () => {
    const submitted = await sendOne();
    await service.dispatcher.workOff();
    const pending = await sendOne();
    const concurrentWrite: MessageEffect = {
      consequences(_db, changed) {
        const sent = { sql: "update messages set status = 'sent' where id = ?", bindings: [pending] };
        const isWritten = changed.some(({ changes }) =>
          changes.transitions().some(({ message }) => message.id === submitted),
        );
        return { statements: isWritten ? [sent] : [] };
      },
    };
    const messageEffects = [...service.app.messageEffects, concurrentWrite];
    await new DeliveryReports({ ...service.app, messageEffects }).from("sandbox")(
      [submitted, pending].map((messageId) => ({
        accountId: service.accountId,
        messageId,
        status: "delivered",
        error: null,
        occurredAt: service.clock.now(),
      })),
    );
    const statuses = service.db("messages").whereIn("id", [submitted, pending]).pluck("status");
    expect(await statuses).toEqual(["delivered", "delivered"]);
    expect(await service.db("unmatched_reports").where({ reference: pending })).toEqual([]);
  });
});
