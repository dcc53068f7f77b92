import { progressOf } from "../../src/features/campaigns/progress.store";
import { capReservation, endsReservation } from "../../src/features/dispatch/caps";
import type { LeasedBatch, Outgoing, Route } from "../../src/features/dispatch/leased-batch";
import { prepare } from "../../src/features/dispatch/prepare";
import type { SubmissionPayload } from "../../src/features/messages/submission-job";
import { insertReservations, lockCaps, submissionsTo } from "../../src/features/messages/submissions.store";
import { defaultSender } from "../../src/features/senders/senders.store";
import { NO_RESTRICTION } from "../../src/messaging/sending-rules/rule";
import { rulesInForce } from "../../src/messaging/sending-rules/rule-in-force";
import { messagesAtOnce } from "../../src/platform/db/limits";
import { dialectOf, rawRows } from "../../src/platform/db/dialect";
import { leaseJobs } from "../../src/queue/leases.store";
import { DAY, HOUR, MINUTE, SECOND } from "../../src/platform/time";
import { scriptedCarrier } from "../support/carrier";
import { databases } from "../support/databases";
import { Exchange } from "../support/exchange";
import { storeMessages } from "../support/messages";
import { testService } from "../support/service";
import { times } from "../support/times";

const TO = "+5511987650001";

describe.each(databases)("submissions under caps on %s", (database) => {
  const service = testService(database);
  const since = () => service.clock.now() - 7 * DAY;
  const period = (limit = 100) => ({
    accountId: service.accountId,
    purpose: "transactional" as const,
    limit,
    since: since(),
    now: service.clock.now(),
  });
  const reservation = (recipient = TO) => ({
    accountId: service.accountId,
    messageId: service.app.ids.next(),
    recipient,
    purpose: "transactional" as const,
  });
  const sent = async (count: number, at: number) => {
    const ids = await storeMessages(
      service,
      service.accountId,
      "sms",
      times(count, () => ({})),
    );
    const history = JSON.stringify([
      ["pending", at],
      ["sent", at],
    ]);
    await service.db("messages").whereIn("id", ids).update({ status: "sent", recipient: TO, history });
    return ids;
  };
  const outgoing = (priority: number, count: number, changes: Partial<Outgoing> = {}): Outgoing[] => {
    const rule = { ...NO_RESTRICTION, maxPerRecipient: { messages: 1, days: 7 } };
    const rules = rulesInForce(JSON.stringify({ transactional: rule }), "UTC");
    const batch = { job: { accountId: service.accountId, priority, payload: {} } } as unknown as LeasedBatch;
    return times(count, (index) => ({
      batch,
      rules,
      checkedAt: 0,
      unknownBefore: 0,
      isIntentRecorded: false,
      isReserved: false,
      message: {
        ...reservation(`+55119${priority + 5}${String(index).padStart(7, "0")}`),
        id: service.app.ids.next(),
      } as unknown as Outgoing["message"],
      ...changes,
    }));
  };

  beforeEach(async () => {
    for (const table of ["messages", "submission_reservations"]) await service.db(table).del();
  });

  it("reads only the newest submissions that decide", async () => {
    const ids = await sent(300, service.clock.now() - HOUR);
    const found = await submissionsTo(service.db, period(7), [TO]);
    expect(
      found
        .get(TO)
        ?.map(({ messageId }) => messageId)
        .sort(),
    ).toEqual(ids.slice(-7));
  });

  it("counts an older message that was sent later, and no message from before the period", async () => {
    const [scheduled] = await sent(1, service.clock.now() - HOUR);
    await sent(5, since() - HOUR);
    const found = await submissionsTo(service.db, period(1), [TO]);
    expect(found.get(TO)?.map(({ messageId }) => messageId)).toEqual([scheduled]);
  });

  it("counts a submission in flight as a current one for five minutes", async () => {
    const reservedAt = service.clock.now();
    await insertReservations(service.db, [reservation()], reservedAt);
    const at = async () => (await submissionsTo(service.db, period(), [TO])).get(TO)?.[0]?.at;
    service.clock.advance(4 * MINUTE);
    expect(await at()).toBe(service.clock.now());
    service.clock.advance(2 * MINUTE);
    expect(await at()).toBe(reservedAt);
  });

  it("locks thousands of numbers with few locks", async () => {
    await service.db.transaction(async (trx) => {
      await lockCaps(
        trx,
        times(3_000, (index) => reservation(`+55119${80_000_000 + index}`)),
      );
      if (dialectOf(trx) !== "postgres") return;
      const [row] = await rawRows<{ locks: string }>(
        trx,
        "select count(*) as locks from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()",
      );
      expect(Number(row?.locks)).toBeLessThanOrEqual(64);
    });
  });

  it("reserves urgent messages before campaigns", async () => {
    const reserve = capReservation(service.app);
    const order: string[] = [];
    const batches = times(4, () => outgoing(2, messagesAtOnce(service.db)));
    await Promise.all([
      ...batches.map((some) => reserve(some).then(() => order.push("campaign"))),
      reserve(outgoing(-1, 1)).then(() => order.push("otp")),
    ]);
    expect(order.indexOf("otp")).toBeLessThan(4);
  });

  it("keeps the reservation of a message, and reserves the messages that lack one", async () => {
    const reserve = capReservation(service.app);
    const [first, second] = [outgoing(0, 1), outgoing(1, 1)];
    const { due: granted } = await reserve(first);
    const { due: again } = await reserve([...granted, ...second]);
    expect(again.map(({ isReserved }) => isReserved)).toEqual([true, true]);
    const third = first.map((one) => ({ ...one, message: { ...one.message, id: service.app.ids.next() } }));
    expect(await reserve(third)).toMatchObject({ due: [], decided: [{}] });
  });

  it("ends a reservation unless the message may have reached its carrier", () => {
    const refused = { type: "deferred", dueAt: 0 } as const;
    const ends = (unknownBefore: number, outcome: Parameters<typeof endsReservation>[0]["outcome"]) =>
      endsReservation({ isReserved: true, unknownBefore, outcome });
    expect([ends(0, refused), ends(1, refused)]).toEqual([true, false]);
    expect([ends(1, { type: "accepted" }), ends(0, { type: "unknown" })]).toEqual([true, false]);
  });

  it("counts the waiting messages of campaigns through their index", async () => {
    const campaigns = times(3, () => ({
      id: service.app.ids.next(),
      templateId: service.app.ids.next(),
      status: "running" as const,
    }));
    const ids = await storeMessages(
      service,
      service.accountId,
      "sms",
      times(1_500, () => ({})),
    );
    for (const [index, { id, templateId }] of campaigns.entries()) {
      const some = ids.slice(index * 500, (index + 1) * 500);
      const of = { campaign_id: id, template_id: templateId };
      await service
        .db("messages")
        .whereIn("id", some)
        .update({ ...of, status: index === 2 ? "delivered" : "pending" });
      await service
        .db("messages")
        .whereIn("id", some.slice(0, index + 1))
        .update({ not_before: service.clock.now() + MINUTE });
      await service.db("message_totals").insert({
        account_id: service.accountId,
        day: 1,
        channel: "sms",
        ...of,
        status: "pending",
        messages: 500,
        price: 0,
        purged: 0,
      });
    }
    if (dialectOf(service.db) === "postgres") await service.db.raw("analyze messages");
    const queries: { sql: string; bindings: (string | number)[] }[] = [];
    const listen = (query: (typeof queries)[number]) => void queries.push(query);
    service.db.on("query", listen);
    const progress = await progressOf(service.db, service.accountId, campaigns, service.clock.now());
    service.db.removeListener("query", listen);
    expect(campaigns.map(({ id }) => progress.get(id)?.waiting)).toEqual([1, 2, 0]);
    const counting = queries.filter(({ sql }) => sql.includes("not_before"));
    expect(counting).toHaveLength(1);
    const [{ sql, bindings } = { sql: "", bindings: [] }] = counting;
    const explain = dialectOf(service.db) === "postgres" ? "explain" : "explain query plan";
    const plan = await rawRows(service.db, `${explain} ${sql.replace(/\$\d+/g, "?")}`, bindings);
    expect(JSON.stringify(plan)).toContain("messages_waiting");
  });

  it("checks prepared messages from the time at which their campaigns were read", async () => {
    const exchange = new Exchange(service);
    for (const to of [TO, "+5511987650002"]) await exchange.send({ text: "Oi" }, to);
    const sender = await defaultSender(service.db, service.accountId, "sms");
    const key = { accountId: service.accountId, key: sender?.id ?? "", weight: 10 };
    const lease = { now: service.clock.now(), leaseMs: MINUTE };
    const jobs = await leaseJobs<SubmissionPayload>(service.db, "submission", [key], lease);
    const weight = messagesAtOnce(service.db);
    const { carrier } = scriptedCarrier();
    const route = { sender: {} as Route["sender"], carrier };
    const readAt = service.clock.now();
    const checked: number[] = [];
    const all = prepare(
      service.app,
      service.accountId,
      jobs.map((job) => ({ ...job, weight })),
      () => route,
    );
    for await (const some of all) {
      checked.push(...some.flatMap(({ outgoing: due }) => due.map(({ checkedAt }) => checkedAt)));
      service.clock.advance(10 * SECOND);
    }
    expect(checked).toEqual([readAt, readAt]);
  });
});
