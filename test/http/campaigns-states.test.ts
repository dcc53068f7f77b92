import { MINUTE, SECOND, toTimestamp } from "../../src/platform/time";
import { type Action, type ActionResult, Campaigns, type CampaignStatus } from "../support/campaigns";
import { noon } from "../support/clock";
import { databases } from "../support/databases";
import { testService } from "../support/service";

const STATUSES: readonly CampaignStatus[] = ["draft", "scheduled", "running", "completed", "error"];

/** The states in which each action is allowed, the response status and the resulting state. */
const ALLOWED: Record<Action, { in: readonly CampaignStatus[]; to?: CampaignStatus; status: number }> = {
  launch: { in: ["draft", "error"], to: "running", status: 202 },
  schedule: { in: ["draft", "error", "scheduled"], to: "scheduled", status: 200 },
  cancel: { in: ["scheduled"], to: "draft", status: 204 },
  stop: { in: ["running"], to: "error", status: 202 },
  delete: { in: ["draft", "scheduled"], status: 204 },
  rename: { in: STATUSES, status: 200 },
};

const combinations = (Object.keys(ALLOWED) as Action[]).flatMap((action) =>
  STATUSES.map((from) => {
    const { in: allowedIn, to = from, status } = ALLOWED[action];
    return {
      from,
      action,
      to: action === "delete" ? "(removed)" : to,
      status,
      allowed: allowedIn.includes(from),
    };
  }),
);

const NEVER = { scheduled_at: null, started_at: null, completed_at: null, failed_at: null };

describe.each(databases)("campaign states on %s", (database) => {
  const service = testService(database);
  const campaigns = new Campaigns(service);
  /**
   * Campaigns by status, for tests that change nothing. A test removes its campaign and returns it when it
   * passes, so that a wrongly changed campaign is not used again.
   */
  const unchanged = new Map<CampaignStatus, string>();

  it("creates a draft without messages", async () => {
    const id = await campaigns.draft({ list: await campaigns.list(2) });
    await service.drain();
    await campaigns.expect(id, {
      ...NEVER,
      status: "draft",
      channel: "sms",
      error: null,
      progress: { total: 0, pending: 0, sent: 0, delivered: 0 },
    });
    expect(await campaigns.messages(id)).toEqual([]);
  });

  it.each(combinations.filter(({ allowed }) => allowed))(
    "allows $action in $from: returns $status and leads to $to",
    async ({ from, action, to, status }) => {
      const id = await campaigns.inStatus(from);
      expect(await campaigns.act(action, id)).toEqual({ status });
      if (action === "delete") {
        expect(await campaigns.act("rename", id)).toEqual({ status: 404, code: "not_found" });
      } else {
        expect((await campaigns.read(id)).status).toBe(to);
      }
    },
  );

  it.each(combinations.filter(({ allowed }) => !allowed))(
    "rejects $action in $from and changes nothing",
    async ({ from, action }) => {
      const id = unchanged.get(from) ?? (await campaigns.inStatus(from));
      unchanged.delete(from);
      const before = await campaigns.read(id);
      expect(before.status).toBe(from);
      service.clock.advance(SECOND);
      expect(await campaigns.act(action, id)).toEqual({ status: 409, code: "invalid_state" });
      expect(await campaigns.read(id)).toEqual(before);
      unchanged.set(from, id);
    },
  );

  it.each(["draft", "error"] as const)("rejects launch in %s while an import runs", async (from) => {
    const list = await campaigns.list(1);
    const id = await campaigns.inStatus(from, list);
    const load = await campaigns.beginImport(list);
    expect(await campaigns.act("launch", id)).toEqual({ status: 409, code: "import_in_progress" });
    expect((await campaigns.read(id)).status).toBe(from);
    await campaigns.endImport(list, load);
    expect(await campaigns.act("launch", id)).toEqual({ status: 202 });
  });

  it("allows launch while imports run on another list and in another account", async () => {
    const list = await campaigns.list(1);
    await campaigns.beginImport(await campaigns.list());
    const other = new Campaigns(service, await service.account("importer"));
    await other.beginImport(list);
    await campaigns.does("launch", await campaigns.draft({ list }));
  });

  it.each(["draft", "error"] as const)("rejects launch in %s after the list was deleted", async (from) => {
    const list = await campaigns.list(1);
    const id = await campaigns.inStatus(from, list);
    await service.request.delete(`/v3/contact-lists/${list}`).expect(204);
    expect(await campaigns.act("launch", id)).toEqual({ status: 409, code: "invalid_state" });
    expect((await campaigns.read(id)).status).toBe(from);
  });

  it("replaces the scheduled time when scheduled again", async () => {
    const id = await campaigns.inStatus("scheduled");
    const scheduled_at = toTimestamp(service.clock.now() + 5 * MINUTE);
    await campaigns.does("schedule", id, { scheduled_at });
    await campaigns.expect(id, { status: "scheduled", scheduled_at });
  });

  it.each([
    ["an hour ago", -3_600 * SECOND],
    ["a second ago", -SECOND],
    ["now", 0],
  ])("rejects a schedule for %s with 422 and changes nothing", async (_, ahead) => {
    const at = new Date(service.clock.now() + ahead).toISOString();
    for (const from of ["draft", "scheduled", "error"] as const) {
      const id = await campaigns.inStatus(from);
      const before = await campaigns.read(id);
      expect(await campaigns.act("schedule", id, { scheduled_at: at })).toEqual({
        status: 422,
        code: "unprocessable_entity",
      });
      expect(await campaigns.read(id)).toEqual(before);
    }
  });

  it("returns 409, not 422, for a past time when the campaign cannot be scheduled", async () => {
    const scheduled_at = toTimestamp(noon - SECOND);
    const id = await campaigns.inStatus("running");
    expect(await campaigns.act("schedule", id, { scheduled_at })).toEqual({
      status: 409,
      code: "invalid_state",
    });
  });

  it("accepts a schedule in any offset and with a fraction", async () => {
    const id = await campaigns.inStatus("draft");
    await campaigns.does("schedule", id, { scheduled_at: "2099-12-31T21:30:00.750-03:00" });
    expect((await campaigns.read(id)).scheduled_at).toBe("2100-01-01T00:30:00Z");
  });

  it("records the time of each transition and keeps the earlier ones", async () => {
    const id = await campaigns.draft({ list: await campaigns.list(1) });
    const { created_at } = await campaigns.read(id);
    const next = () => {
      service.clock.advance(SECOND);
      return toTimestamp(service.clock.now());
    };
    const at = { created_at, ...NEVER };

    let updated_at = next();
    const scheduled_at = toTimestamp(service.clock.now() + MINUTE);
    await campaigns.does("schedule", id, { scheduled_at });
    await campaigns.expect(id, { ...at, status: "scheduled", scheduled_at, updated_at });

    updated_at = next();
    await campaigns.does("cancel", id);
    await campaigns.expect(id, { ...at, status: "draft", updated_at });

    const started_at = (updated_at = next());
    await campaigns.does("launch", id);
    await campaigns.expect(id, { ...at, status: "running", started_at, updated_at });

    const failed_at = (updated_at = next());
    await campaigns.does("stop", id);
    const error = { code: "stopped", message: expect.any(String) as string };
    await campaigns.expect(id, { ...at, status: "error", error, started_at, failed_at, updated_at });

    const started_again = next();
    await campaigns.does("launch", id);
    await campaigns.expect(id, {
      ...at,
      status: "running",
      error: null,
      started_at: started_again,
      failed_at,
    });

    const completed_at = next();
    await service.drain();
    await campaigns.expect(id, {
      ...at,
      status: "completed",
      started_at: started_again,
      failed_at,
      completed_at,
      updated_at: completed_at,
    });
  });

  it("launches once when 20 requests arrive at the same time", async () => {
    const id = await campaigns.draft({ list: await campaigns.list(3) });
    const responses = await Promise.all(Array.from({ length: 20 }, () => campaigns.act("launch", id)));
    const refused: ActionResult = { status: 409, code: "invalid_state" };
    expect(responses.filter(({ status }) => status === 202)).toHaveLength(1);
    expect(responses.filter(({ status }) => status !== 202)).toEqual(Array(19).fill(refused));
    await service.drain();
    expect((await campaigns.read(id)).progress).toMatchObject({ total: 3, delivered: 3 });
  });

  it.each([
    ["launch", "delete", ["202 409 running", "404 204 gone"]],
    ["launch", "schedule", ["202 409 running", "409 200 scheduled"]],
    ["schedule", "delete", ["200 204 gone", "404 204 gone"]],
    ["launch", "rename", ["202 200 running"]],
  ] as const)(
    "ends in one of the serial outcomes when %s and %s run at the same time",
    async (first, second, outcomes) => {
      for (let round = 0; round < 3; round += 1) {
        const id = await campaigns.draft({ list: await campaigns.list(1) });
        const [one, two] = await Promise.all([campaigns.act(first, id), campaigns.act(second, id)]);
        const shown = await service.request.get(`/v3/campaigns/${id}`);
        const { status } = shown.body as { status?: CampaignStatus };
        expect(outcomes).toContain(`${one.status} ${two.status} ${status ?? "gone"}`);
      }
    },
  );
});
