import type { UnsupportedContent } from "../../src/carriers/kind";
import { startDueCampaigns } from "../../src/features/campaigns/lifecycle";
import { DAY, HOUR, MINUTE, SECOND, toTimestamp } from "../../src/platform/time";
import { Campaigns } from "../support/campaigns";
import { databases, openForTest } from "../support/databases";
import { testService } from "../support/service";

describe.each(databases)("scheduled campaigns on %s", (database) => {
  /** Content that the carrier does not support; null if it supports everything. */
  let unsupported: UnsupportedContent | null = null;
  const service = testService(database, {
    override: ({ connections }) => {
      jest.spyOn(connections, "unsupportedContent").mockImplementation(() => unsupported);
      return {};
    },
  });
  const campaigns = new Campaigns(service);

  /** Creates a campaign that is scheduled for an hour from now. */
  const scheduled = async (contacts = 2) => {
    const list = await campaigns.list(contacts);
    const id = await campaigns.draft({ list });
    await campaigns.does("schedule", id);
    return { id, list };
  };
  const now = () => toTimestamp(service.clock.now());

  it("launches at the scheduled time, not a millisecond earlier", async () => {
    const { id } = await scheduled();
    await service.drainAfter(HOUR - 1);
    await campaigns.expect(id, { status: "scheduled", started_at: null });
    service.clock.advance(1);
    await startDueCampaigns(service.app);
    const at = now();
    await campaigns.expect(id, { status: "running", started_at: at, scheduled_at: at });
    await service.drain();
    await campaigns.expect(id, {
      status: "completed",
      scheduled_at: at,
      progress: { total: 2, delivered: 2 },
    });
  });

  it("ends each message in error when the carrier no longer supports the content", async () => {
    const { id } = await scheduled();
    unsupported = { field: "text", message: "is not possible here" };
    await service.drainAfter(HOUR);
    unsupported = null;
    await campaigns.expect(id, { status: "completed", progress: { total: 2, error: 2 } });
    const message = "the carrier sandbox cannot send this content: its text is not possible here";
    const { data } = (await service.request.get(`/v3/messages?campaign_id=${id}`).expect(200)).body as {
      data: unknown[];
    };
    const error = { code: "carrier_rejected", message, carrier_code: null };
    expect(data).toMatchObject([1, 2].map(() => ({ status: "error", error })));
  });

  it("takes the contacts of the list at the scheduled time", async () => {
    const { id, list } = await scheduled(1);
    const [left] = await campaigns.fill(list, 1);
    const joined = await campaigns.fill(list, 1);
    await service.request.delete(`/v3/contact-lists/${list}/contacts/${left}`).expect(204);
    await service.drainAfter(HOUR);
    const messaged = (await campaigns.messages(id)).map(({ contact_id }) => contact_id);
    expect(messaged).toHaveLength(2);
    expect(messaged).toEqual(expect.arrayContaining(joined));
    expect(messaged).not.toContain(left);
  });

  it("launches only at the new time when rescheduled", async () => {
    const { id } = await scheduled();
    await campaigns.does("schedule", id, { scheduled_at: toTimestamp(service.clock.now() + 2 * HOUR) });
    await service.drainAfter(HOUR);
    expect((await campaigns.read(id)).status).toBe("scheduled");
    await service.drainAfter(HOUR);
    expect((await campaigns.read(id)).status).toBe("completed");
  });

  it("returns to draft when cancelled, and does not launch", async () => {
    const { id } = await scheduled();
    await campaigns.does("cancel", id);
    expect((await campaigns.read(id)).scheduled_at).toBeNull();
    await service.drainAfter(2 * HOUR);
    await campaigns.expect(id, { status: "draft", progress: { total: 0 } });
  });

  it("sends nothing when deleted", async () => {
    const { id } = await scheduled();
    await campaigns.does("delete", id);
    await service.drainAfter(2 * HOUR);
    expect(await campaigns.messages(id)).toEqual([]);
  });

  it("waits for a running import, then launches with the imported contacts", async () => {
    const { id, list } = await scheduled(1);
    const load = await campaigns.beginImport(list);
    await service.drainAfter(HOUR);
    await campaigns.expect(id, { status: "scheduled", started_at: null, error: null });
    await service.drainAfter(29 * MINUTE);
    expect((await campaigns.read(id)).status).toBe("scheduled");
    await campaigns.fill(list, 2);
    await campaigns.endImport(list, load);
    await service.drain();
    await campaigns.expect(id, { status: "completed", progress: { total: 3 } });
  });

  it("fails with import_timeout when an import does not finish in time", async () => {
    const { id, list } = await scheduled();
    await campaigns.beginImport(list);
    await service.drainAfter(HOUR);
    await service.drainAfter(30 * MINUTE - 1);
    expect((await campaigns.read(id)).status).toBe("scheduled");
    await service.drainAfter(1);
    await campaigns.expect(id, {
      status: "error",
      error: { code: "import_timeout" },
      failed_at: now(),
      started_at: null,
    });
    expect(await campaigns.messages(id)).toEqual([]);
  });

  it("allows rescheduling, cancelling and deleting while it waits for an import", async () => {
    const { id, list } = await scheduled();
    const load = await campaigns.beginImport(list);
    await service.drainAfter(HOUR);
    await campaigns.does("schedule", id);
    await service.drainAfter(HOUR);
    // The timeout of 30 minutes starts at the new time.
    expect((await campaigns.read(id)).status).toBe("scheduled");
    await campaigns.does("cancel", id);
    await campaigns.endImport(list, load);
    await service.drain();
    expect((await campaigns.read(id)).status).toBe("draft");
    await campaigns.does("schedule", id);
    await campaigns.beginImport(list);
    await service.drainAfter(HOUR);
    await campaigns.does("delete", id);
  });

  it("launches a due campaign while many others wait for imports", async () => {
    const list = await campaigns.list(1);
    await campaigns.beginImport(list);
    const template = await campaigns.template();
    for (let index = 0; index < 25; index += 1) {
      await campaigns.does("schedule", await campaigns.draft({ list, template }));
    }
    service.clock.advance(SECOND);
    const { id } = await scheduled();
    await service.drainAfter(HOUR);
    expect((await campaigns.read(id)).status).toBe("completed");
  });

  it.each([
    ["a minute", MINUTE],
    ["exactly 24 hours", DAY],
  ])("launches %s late when the service was down", async (_, late) => {
    const { id } = await scheduled();
    await service.drainAfter(HOUR + late);
    await campaigns.expect(id, { status: "completed", started_at: now() });
  });

  it("fails with missed_schedule when more than 24 hours late, and can be launched by request", async () => {
    const { id } = await scheduled();
    const { scheduled_at } = await campaigns.read(id);
    await service.drainAfter(HOUR + DAY + SECOND);
    await campaigns.expect(id, {
      status: "error",
      error: { code: "missed_schedule" },
      failed_at: now(),
      scheduled_at,
    });
    expect(await campaigns.messages(id)).toEqual([]);
    await campaigns.does("launch", id);
    await service.drain();
    await campaigns.expect(id, { status: "completed", error: null });
  });

  it("fails with list_deleted when its list was deleted before the scheduled time", async () => {
    const { id, list } = await scheduled();
    await service.request.delete(`/v3/contact-lists/${list}`).expect(204);
    expect((await campaigns.read(id)).status).toBe("scheduled");
    await service.drainAfter(HOUR);
    await campaigns.expect(id, { status: "error", error: { code: "list_deleted" }, failed_at: now() });
  });

  it("fails with list_deleted when its list is deleted while it waits for an import", async () => {
    const { id, list } = await scheduled();
    await campaigns.beginImport(list);
    await service.drainAfter(HOUR);
    await service.request.delete(`/v3/contact-lists/${list}`).expect(204);
    await service.drain();
    await campaigns.expect(id, { status: "error", error: { code: "list_deleted" } });
  });

  it("completes immediately when the list is empty", async () => {
    const { id } = await scheduled(0);
    service.clock.advance(HOUR);
    await startDueCampaigns(service.app);
    await campaigns.expect(id, { status: "completed", completed_at: now() });
  });

  it("launches once when several schedulers find it due", async () => {
    const url = service.app.config.databaseUrl;
    // Another process has its own connections; a SQLite database belongs to one process.
    const other = url === null ? null : openForTest({ url, sqliteFile: "", poolSize: 4 });
    const apps = [service.app, { ...service.app, db: other ?? service.db }];
    try {
      const due = await Promise.all(Array.from({ length: 5 }, () => scheduled()));
      service.clock.advance(HOUR);
      await Promise.all([...apps, ...apps].map((app) => startDueCampaigns(app)));
      for (const { id } of due) {
        expect(await service.db("campaigns").where({ id }).first("status", "launches")).toEqual({
          status: "running",
          launches: 1,
        });
      }
      await service.drain();
      for (const { id } of due) {
        expect((await campaigns.read(id)).progress).toMatchObject({ total: 2, delivered: 2 });
      }
    } finally {
      await other?.destroy();
    }
  });
});

describe.each(databases)("scheduled campaigns with other settings on %s", (database) => {
  const service = testService(database, {
    env: { RECADO_IMPORT_WAIT_SECONDS: "60", RECADO_MISSED_SCHEDULE_SECONDS: "120" },
  });
  const campaigns = new Campaigns(service);

  it("applies the configured import timeout and the limit for missed schedules", async () => {
    const list = await campaigns.list(1);
    const waiting = await campaigns.draft({ list });
    await campaigns.beginImport(list);
    await campaigns.does("schedule", waiting);
    await service.drainAfter(HOUR);
    const missed = await campaigns.draft();
    await campaigns.does("schedule", missed, { scheduled_at: toTimestamp(service.clock.now() + SECOND) });
    await service.drainAfter(122 * SECOND);
    expect((await campaigns.read(waiting)).error?.code).toBe("import_timeout");
    expect((await campaigns.read(missed)).error?.code).toBe("missed_schedule");
  });
});
