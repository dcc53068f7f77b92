import fc from "fast-check";
import type { components } from "../../generated/schema";
import { CountChanges, countsStatement, rollUpCounts } from "../../src/features/messages/counts.store";
import { MAX_EXAMINED } from "../../src/features/messages/list.store";
import { newMessagesStatement } from "../../src/features/messages/new-messages.store";
import { commitStatements } from "../../src/platform/db/statement-batch";
import { instantOf } from "../../src/platform/ids";
import { DAY, HOUR, SECOND, toTimestamp } from "../../src/platform/time";
import { databases } from "../support/databases";
import { readsWith } from "../support/messages";
import { type TestService, testService } from "../support/service";
import { times } from "../support/times";

type Page = components["schemas"]["MessagePage"];

const SMALL_SLICES = { slices: { first: 3, max: 7, aim: 30 } };
const STATUSES = ["delivered", "delivered", "delivered", "failed", "pending"] as const;
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

/** Stores messages with their counts. Some ids are ahead of the creation time. */
async function store({ db, app, accountId, clock }: TestService, count: number) {
  const first = Math.floor(clock.now() / DAY) * DAY - DAYS * DAY;
  const templates = times(3, () => app.ids.next());
  const campaigns = times(2, () => app.ids.next());
  const counts = new CountChanges();
  const stored = times(count, (index): Stored => {
    // Many messages are at the ends of hours and days; the third day has none.
    const day = [0, 1, 3, 5][index % 4] ?? 0;
    const edge = [0, HOUR - 2, 23 * HOUR, DAY - 1, 7 * HOUR + 1_234_567][(index * 7) % 5] ?? 0;
    const created = first + day * DAY + edge;
    const ahead = index % 3 === 0 ? 5 * SECOND : 0;
    return {
      ...{ id: app.ids.next(created + ahead), created },
      channel: CHANNELS[(index * 5) % 3] ?? "sms",
      status: STATUSES[(index * 11) % 5] ?? "pending",
      template: index % 2 === 0 ? (templates[(index / 2) % 3] ?? null) : null,
      campaign: index % 8 === 0 ? (campaigns[day % 2] ?? null) : null,
    };
  });
  const groups = stored.map(({ id, created: createdAt, channel, status, template, campaign }) => {
    counts.add({ createdAt, channel, templateId: template, campaignId: campaign }, status, 1, 0);
    const message = {
      ...{ id, batch_id: null, parent_message_id: null, contact_id: null, status },
      ...{ recipient: "+5511910000000", content: null, segments: null, error: null, client_reference: null },
      ...{ variables: null, history: "[]", search: "\noi" },
    };
    const shared = {
      accountId,
      channel,
      sender: null,
      senderId: null,
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

  it("has the entries and the total of a full read, for any filter, window and offset", async () => {
    const { first, templates, campaigns, stored } = await store(service, 300);
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
      status: some(["delivered", "failed", "pending", "sent"] as const),
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
        if (rolledUp) await rollUpCounts(service.db, service.accountId);
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
          ...{ limit, offset },
          from: from === undefined ? undefined : toTimestamp(first + from),
          to: to === undefined ? undefined : toTimestamp(first + to),
        };
        const response = await service.request.get("/v3/messages").query(query);
        expect(response.status).toBe(200);
        const { data, pagination } = response.body as Page;
        expect(pagination.total).toBe(expected.length);
        expect(data.map(({ id }) => id)).toEqual(expected.slice(offset, offset + limit).map(({ id }) => id));
      }),
      { numRuns: 150 },
    );
  });

  it("returns 422 at once for a search that would examine too many messages", async () => {
    const account = await service.account(`many ${database}`, { senders: false });
    const counted = {
      createdAt: service.clock.now(),
      channel: "sms",
      templateId: null,
      campaignId: null,
    } as const;
    const row = new CountChanges();
    for (const _ of times(MAX_EXAMINED + 1, () => 0)) row.add(counted, "delivered", 1, 0);
    await commitStatements(service.db, [
      countsStatement(service.db, [{ accountId: account.accountId, counts: row }]),
    ]);
    const list = (query: object) => account.request.get("/v3/messages").query(query);
    const refused = await list({ search: "nada" });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({
      error: {
        code: "unprocessable_entity",
        message: "This would examine 100001 messages, and the limit is 100000",
        fields: [{ field: "search" }],
      },
    });
    const until = toTimestamp(service.clock.now() - 2 * DAY);
    expect((await list({ search: "nada", to: until })).status).toBe(200);
    expect((await list({ search: "nada", recipient: "+5511910000000" })).status).toBe(200);
  });
});
