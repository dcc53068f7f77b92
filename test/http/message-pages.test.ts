import fc from "fast-check";
import type { components } from "../../generated/schema";
import { CountChanges, countsStatement } from "../../src/features/messages/counts.store";
import type { MessageFilter } from "../../src/features/messages/filter.store";
import { listMessages } from "../../src/features/messages/list.store";
import { newMessagesStatement } from "../../src/features/messages/new-messages.store";
import { type LongReadOptions, longReads } from "../../src/platform/db/reads/reads";
import { commitStatements } from "../../src/platform/db/statement-batch";
import { instantOf } from "../../src/platform/ids";
import { DAY, HOUR, SECOND, toTimestamp } from "../../src/platform/time";
import { databases } from "../support/databases";
import { readsWith, storeAlike, storeMessages } from "../support/messages";
import { runs } from "../support/runs";
import { type TestService, testService } from "../support/service";
import { times } from "../support/times";
import { rollUpCounts } from "../support/recount";

type Page = components["schemas"]["MessagePage"];

const MAX_EXAMINED = 2_000;
const SMALL_SLICES = { slices: { first: 3, max: 7, aim: 30 }, maxExamined: MAX_EXAMINED };
const STATUSES = ["delivered", "delivered", "expired", "failed", "pending"] as const;
const CHANNELS = ["sms", "sms", "rcs"] as const;
const DAYS = 6;

interface Stored {
  id: string;
  created: number;
  channel: (typeof CHANNELS)[number];
  status: (typeof STATUSES)[number];
  template: string | null;
  campaign: string | null;
}

/** Returns the creation of a message, in milliseconds from the first day. */
type CreationOf = (index: number) => number;

/** Many messages are at the ends of hours and days; the third day has none. */
const atEnds: CreationOf = (index) =>
  ([0, 1, 3, 5][index % 4] ?? 0) * DAY +
  ([0, HOUR - 2, 23 * HOUR, DAY - 1, 7 * HOUR + 1_234_567][(index * 7) % 5] ?? 0);

/** Every other hour has a few messages, so a page of one status has a gap between any two hours. */
const everyOtherHour: CreationOf = (index) => (index % 61) * 2 * HOUR + index * SECOND;

/** Stores messages with their counts. Some ids are ahead of the creation time. */
async function store({ db, app, clock }: TestService, accountId: string, count: number, at: CreationOf) {
  const first = Math.floor(clock.now() / DAY) * DAY - DAYS * DAY;
  const templates = times(3, () => app.ids.next());
  const campaigns = times(2, () => app.ids.next());
  const counts = new CountChanges();
  const stored = times(count, (index): Stored => {
    const created = first + at(index);
    const ahead = index % 3 === 0 ? 5 * SECOND : 0;
    return {
      id: app.ids.next(created + ahead),
      created,
      channel: CHANNELS[(index * 5) % 3] ?? "sms",
      status: STATUSES[(index * 11) % 5] ?? "pending",
      template: index % 2 === 0 ? (templates[(index / 2) % 3] ?? null) : null,
      campaign: index % 8 === 0 ? (campaigns[Math.floor(at(index) / DAY) % 2] ?? null) : null,
    };
  });
  const groups = stored.map(({ id, created: createdAt, channel, status, template, campaign }) => {
    const of = { createdAt, channel, templateId: template, campaignId: campaign, tags: null };
    const purpose = "transactional" as const;
    counts.add({ ...of, purpose }, status, 1, 0);
    const message = {
      id,
      batch_id: null,
      parent_message_id: null,
      contact_id: null,
      status,
      not_before: null,
      recipient: "+5511910000000",
      content: null,
      segments: null,
      error: null,
      block_reason: null,
      client_reference: null,
      variables: null,
      history: "[]",
      search: "\noi",
    };
    const shared = {
      accountId,
      channel,
      purpose,
      sender: null,
      senderId: null,
      tags: null,
      followUps: null,
      traceParent: null,
      createdAt,
    };
    return { shared: { ...shared, templateId: template, campaignId: campaign }, messages: [message] };
  });
  await commitStatements(db, [
    newMessagesStatement(db, groups),
    countsStatement(db, [{ accountId, counts }]),
  ]);
  return { first, templates, campaigns, stored: stored.sort((a, b) => (a.id < b.id ? 1 : -1)) };
}

describe.each(databases)("pages of messages on %s", (database) => {
  const service = testService(database, readsWith(SMALL_SLICES));

  it.each([
    ["at the ends of hours and days", atEnds],
    ["in many separate hours", everyOtherHour],
  ])("has the entries and the total of a full read, for messages %s and any filter", async (name, at) => {
    const account = await service.account(`${name} ${database}`, { senders: false });
    const { first, templates, campaigns, stored } = await store(service, account.accountId, 300, at);
    const some = <T>(values: readonly T[]) =>
      fc.option(fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 }), {
        nil: undefined,
      });
    const second = fc.oneof(
      fc.integer({ min: 0, max: DAYS * 24 }).map((hours) => hours * HOUR),
      fc.integer({ min: 0, max: (DAYS * DAY) / SECOND }).map((seconds) => seconds * SECOND),
    );
    const instant = fc.option(second, { nil: undefined });
    const queries = fc.record({
      status: some(["delivered", "failed", "expired", "pending", "sent"] as const),
      channel: some(["sms", "rcs", "voice"] as const),
      template_id: some(templates),
      campaign_id: some(campaigns),
      window: fc.tuple(instant, instant),
      limit: fc.constantFrom(1, 10, 400),
      offset: fc.constantFrom(0, 1, 5, 20, 77, 150, 299),
      rolledUp: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(queries, async ({ window: [a, b], rolledUp, limit, offset, ...filters }) => {
        if (rolledUp) await rollUpCounts(service.db, account.accountId);
        const { status, channel, template_id, campaign_id } = filters;
        const [from, to] = a !== undefined && b !== undefined ? [Math.min(a, b), Math.max(a, b)] : [a, b];
        const expected = stored.filter((one) => {
          const at = instantOf(one.id) - first;
          return (
            (!status || status.includes(one.status as never)) &&
            (!channel || channel.includes(one.channel)) &&
            (!template_id || (one.template !== null && template_id.includes(one.template))) &&
            (!campaign_id || (one.campaign !== null && campaign_id.includes(one.campaign))) &&
            (from === undefined || at >= from) &&
            (to === undefined || at < to + SECOND)
          );
        });
        const query = {
          ...filters,
          limit,
          offset,
          from: from === undefined ? undefined : toTimestamp(first + from),
          to: to === undefined ? undefined : toTimestamp(first + to),
        };
        const response = await account.request.get("/v3/messages").query(query);
        expect(response.status).toBe(200);
        const { data, pagination } = response.body as Page;
        expect(pagination.total).toBe(expected.length);
        expect(data.map(({ id }) => id)).toEqual(expected.slice(offset, offset + limit).map(({ id }) => id));
      }),
      { numRuns: runs(60) },
    );
  });

  it("lists a message whose content is erased while the page is read, but no deleted message", async () => {
    const { db } = service;
    const { accountId } = await service.account(`erased ${database}`, { senders: false });
    const texts = times(4, () => ({ text: "x".repeat(300 * 1024) }));
    const [deleted = "", erased = "", ...others] = await storeMessages(service, accountId, "sms", texts);
    const reading = directReading(service, accountId);
    const page = await listMessages(db, reading, accountId, {}, { limit: 10, offset: 0 });
    const read: [string, boolean][] = [];
    for await (const run of page.chunks) {
      read.push(...run.map(({ id, content }): [string, boolean] => [id, content !== null]));
      await db("messages").where({ account_id: accountId, id: erased }).update({ content: null });
      await db("messages").where({ account_id: accountId, id: deleted }).delete();
    }
    expect(read).toEqual([...others.reverse().map((id) => [id, true]), [erased, false]]);
  });

  it("returns 422 at once for a search that would examine too many messages", async () => {
    const account = await service.account(`many ${database}`, { senders: false });
    const [campaignId, senderId] = [service.app.ids.next(), service.app.ids.next()];
    const at = service.clock.now();
    await storeAlike(service, account.accountId, { at, count: MAX_EXAMINED + 1, campaignId });
    const list = (query: object) => account.request.get("/v3/messages").query(query);
    const tooBroad = (field: string) => ({
      error: {
        code: "unprocessable_entity",
        message: "This would examine more than 2000 messages",
        fields: [{ field }],
      },
    });
    for (const query of [{ search: "nada" }, { search: "nada", campaign_id: campaignId }]) {
      const refused = await list({ channel: "sms", offset: 1, ...query });
      expect([refused.status, refused.body]).toMatchObject([422, tooBroad("search")]);
    }
    const refused = await list({ channel: "sms", status: "delivered", sender_id: senderId });
    expect([refused.status, refused.body]).toMatchObject([422, tooBroad("sender_id")]);
    // Only the index of messages without delivery is read, which has none.
    expect((await list({ error_code: "expired" })).status).toBe(200);
    expect((await list({ block_reason: "no_consent" })).status).toBe(200);
    // The window has no message. Its hour has all messages.
    const window = { from: toTimestamp(at + SECOND), to: toTimestamp(at + 2 * SECOND) };
    for (const narrow of [window, { ...window, campaign_id: campaignId }, { recipient: "+5511910000000" }]) {
      expect((await list({ search: "nada", ...narrow })).status).toBe(200);
      expect((await list({ sender_id: senderId, ...narrow })).status).toBe(200);
    }
    expect((await list({ search: "nada", status: ["failed", "blocked"] })).status).toBe(200);
    await service.db("messages").where({ account_id: account.accountId }).delete();
  });

  it("returns 422 for a page that lies behind too many messages of one hour", async () => {
    const { db, clock, app } = service;
    const { accountId } = await service.account(`hour ${database}`, { senders: false });
    const campaignId = app.ids.next();
    const at = Math.floor(clock.now() / HOUR) * HOUR;
    await storeAlike(service, accountId, { at, count: MAX_EXAMINED + 1_000, campaignId });
    await storeAlike(service, accountId, { at: at - HOUR, count: 10, campaignId });
    await db.raw("analyze");
    const reading = directReading(service, accountId, {
      slices: { first: 100, max: 500, aim: 30 },
      maxExamined: MAX_EXAMINED,
    });
    const list = (filter: MessageFilter, offset: number) =>
      listMessages(db, reading, accountId, filter, { limit: 5, offset });
    const deep = MAX_EXAMINED + 800;
    const statuses = ["delivered"] as const;
    await expect(list({ statuses }, deep)).rejects.toMatchObject({
      status: 422,
      message: "This would examine more than 2000 messages",
    });
    const total = MAX_EXAMINED + 1_010;
    for (const [filter, offset] of [
      [{ statuses }, 500],
      [{ statuses }, total - 5],
      [{}, deep],
      [{ statuses, campaignIds: [campaignId] }, deep],
      [{ statuses, campaignIds: [campaignId], channels: ["sms"] }, deep],
    ] as const) {
      expect(await list(filter, offset)).toMatchObject({ total, count: 5 });
    }
    await db("messages").where({ account_id: accountId }).delete();
  });

  it("reads messages of an unsuccessful status or of a campaign's status from their index", async () => {
    const { db, clock, app } = service;
    const { accountId } = await service.account(`plan ${database}`, { senders: false });
    const campaignId = app.ids.next();
    const at = clock.now() - DAY;
    // Messages of other tests would change the statistics that PostgreSQL plans with.
    await db("messages").delete();
    await storeAlike(service, accountId, { at, count: 5_000, campaignId });
    await storeAlike(service, accountId, { at: at + SECOND, count: 5, campaignId, status: "failed" });
    await storeAlike(service, accountId, { at: at + SECOND + 1, count: 7, campaignId, status: "blocked" });
    await storeAlike(service, accountId, { at: at + 2 * SECOND, count: 5_000, campaignId });
    // Rows that other tests have deleted would be most of PostgreSQL's sample.
    await db.raw(database === "SQLite" ? "analyze" : "vacuum analyze messages");
    const reading = directReading(service, accountId);
    const queries: { sql: string; bindings: string[] }[] = [];
    const record = (query: { sql: string; bindings: string[] }) => void queries.push(query);
    const page = { limit: 50, offset: 0 };
    const plansOf = async (filter: MessageFilter, total: number) => {
      queries.length = 0;
      db.on("query", record);
      const found = await listMessages(db, reading, accountId, filter, page);
      db.removeListener("query", record);
      expect(found.total).toBe(total);
      const reads = queries.filter(
        ({ sql }) => /from .messages. .*where/.test(sql) && !/ in \(select|content/.test(sql),
      );
      expect(reads.length).toBeGreaterThan(0);
      const explain = database === "SQLite" ? "explain query plan" : "explain (format json)";
      return Promise.all(
        reads.map(async ({ sql, bindings }) => {
          const plan: unknown = await db.raw(`${explain} ${sql.replace(/\$\d+/g, "?")}`, bindings);
          const shown = JSON.stringify(database === "SQLite" ? plan : (plan as { rows: unknown }).rows);
          return { sql, shown };
        }),
      );
    };
    const ofCampaign = { campaignIds: [campaignId] };
    const expectIndex = async (filter: MessageFilter, index: RegExp, total: number) => {
      for (const { sql, shown } of await plansOf(filter, total)) {
        expect({ sql, shown }).toEqual({ sql, shown: expect.stringMatching(index) as string });
      }
    };
    for (const statuses of [["failed"], ["failed", "expired"]] as const) {
      for (const [filter, index, total] of [
        [{}, /messages_unsuccessful/, 5],
        [ofCampaign, /messages_(campaign_final|unsuccessful)/, 5],
        [{ ...ofCampaign, search: "nada" }, /messages_(campaign_final|unsuccessful)/, 0],
        [{ recipients: ["+5511900000000", "+5511900000001"] }, /messages_(recipient|unsuccessful)/, 5],
      ] as const) {
        await expectIndex({ statuses, ...filter }, index, total);
      }
    }
    const blockReasons = ["suppressed"] as const;
    await expectIndex({ blockReasons }, /messages_unsuccessful/, 7);
    await expectIndex({ ...ofCampaign, blockReasons }, /messages_(campaign_final|unsuccessful)/, 7);
  });
});

/** Returns a reading on the service's own connection, whose queries the test can record. */
const directReading = (
  { db }: TestService,
  accountId: string,
  options: Pick<LongReadOptions, "slices" | "maxExamined"> = {},
) =>
  longReads({ db, connections: 1, ...options }).of(
    { accountId, signal: new AbortController().signal },
    { field: "status", message: "takes too long" },
  );
