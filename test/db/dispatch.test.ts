import { queueHold, queueRelease } from "../../src/cli/queue";
import type { ReportedStatus, Submission, SubmitOutcome } from "../../src/carriers/carrier";
import { DeliveryReports } from "../../src/features/dispatch/delivery-reports";
import { createDispatcher } from "../../src/features/dispatch/dispatcher";
import { HEARTBEAT_MS } from "../../src/features/dispatch/leased-jobs";
import { LEASE_MS } from "../../src/queue/lease-lengths";
import { countMessages } from "../../src/features/messages/counts.store";
import type { MessageStatus } from "../../src/features/messages/message";
import { leaseJobs } from "../../src/queue/leases.store";
import { defaultSender } from "../../src/features/senders/senders.store";
import { acceptAll, scriptedCarrier } from "../support/carrier";
import { databases } from "../support/databases";
import { Exchange } from "../support/exchange";
import { testService } from "../support/service";
import { times } from "../support/times";
import { until } from "../support/until";
import { withTransactions } from "../support/transactions";
import { rollUpCounts } from "../support/recount";

describe.each(databases)("dispatch on %s", (database) => {
  let submit = acceptAll;
  const batches: Submission[][] = [];
  const { carrier } = scriptedCarrier({
    idempotent: false,
    batchSize: 3,
    async submit(messages) {
      batches.push([...messages]);
      return submit(messages);
    },
  });
  const service = testService(database, { override: () => ({ carriers: new Map([["sandbox", carrier]]) }) });
  const exchange = new Exchange(service);
  const onSubmit = (next: typeof submit) => void (submit = next);
  const reportOf = (
    about: { messageId: string } | { reference: string },
    status: ReportedStatus = "delivered",
  ) => ({ accountId: service.accountId, status, error: null, occurredAt: service.clock.now(), ...about });
  const receive = (...reports: ReturnType<typeof reportOf>[]) =>
    service.app.deliveryReports.from("sandbox")(reports);

  const send = (count: number): Promise<string[]> =>
    exchange.send(
      { text: "x" },
      times(count, (index) => `+55119876500${10 + index}`),
    );
  const statusesOf = async (ids: readonly string[]) => {
    const rows = (await service.db("messages").whereIn("id", ids).orderBy("id")) as {
      status: MessageStatus;
    }[];
    return rows.map((row) => row.status);
  };
  const submittedIds = () => batches.flat().map(({ messageId }) => messageId);
  const dispatchAll = () => service.dispatcher.workOff();
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const queued = async (kind: string) =>
    (await service.db("jobs").where({ kind }).orderBy("id")) as { payload: string; weight: number }[];
  const statusQueryIds = async () =>
    (await queued("status-query")).flatMap(
      ({ payload }) => (JSON.parse(payload) as { messageIds: string[] }).messageIds,
    );
  const senderId = async () => (await defaultSender(service.db, service.accountId, "sms"))?.id ?? "";
  const limitSpeed = async (perSecond: number, tokens = perSecond * 1_000) =>
    service
      .db("senders")
      .where({ id: await senderId() })
      .update({ max_per_second: perSecond, tokens, tokens_at: service.clock.now() });
  /** Does the work while no submission can be recorded. */
  const withoutRecords = async (work: () => Promise<unknown>) => {
    await service.db.schema.renameTable("unconfirmed_submissions", "unconfirmed_submissions_away");
    try {
      await work();
    } finally {
      await service.db.schema.renameTable("unconfirmed_submissions_away", "unconfirmed_submissions");
    }
  };
  const leaseAll = async () => {
    const request = { accountId: service.accountId, key: await senderId(), weight: 1 };
    return leaseJobs(service.db, "submission", [request], {
      now: service.clock.now(),
      leaseMs: LEASE_MS.submission,
    });
  };

  beforeEach(async () => {
    onSubmit(acceptAll);
    await dispatchAll();
    await service.db("jobs").del();
    // Refills the sender's rate limiter.
    service.clock.advance(1_000);
    batches.length = 0;
  });
  afterEach(() => void Object.assign(carrier, { window: undefined, referenceOf: undefined }));

  it("leases a job to one worker only", async () => {
    for (let index = 0; index < 12; index += 1) await send(1);
    const leased = await Promise.all(Array.from({ length: 20 }, leaseAll));
    const ids = leased.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(0);
  });

  it("submits batches of the carrier's size, each message once", async () => {
    const ids = await send(8);
    await dispatchAll();
    // Batches are submitted concurrently, in any order.
    expect(batches.map((batch) => batch.length).sort()).toEqual([2, 3, 3]);
    expect(submittedIds().sort()).toEqual(ids);
    expect(new Set(await statusesOf(ids))).toEqual(new Set(["sent"]));
  });

  it("stores every outcome of a batch when the carrier's references and errors are invalid", async () => {
    const long = "é".repeat(2_000);
    const outcomes: SubmitOutcome[] = [
      { type: "accepted", references: ["a\0b"] },
      { type: "accepted", references: ["r".repeat(256), "second"], id: "a\0b" },
      {
        type: "refused",
        error: { code: "carrier_rejected", message: `a\0${long}`, carrierCode: `b\0${long}` },
      },
    ];
    onSubmit(async (messages) => messages.map((_, index) => outcomes[index] as SubmitOutcome));
    const ids = await send(3);
    await dispatchAll();
    expect(await statusesOf(ids)).toEqual(["sent", "sent", "failed"]);
    const of = async (index: number) =>
      (await service.request.get(`/v3/messages/${ids[index]}`).expect(200)).body as {
        carrier_reference: string | null;
        error: { message: string; carrier_code: string } | null;
      };
    expect((await of(0)).carrier_reference).toBeNull();
    expect((await of(1)).carrier_reference).toBe("second");
    const { error } = await of(2);
    expect(error?.message).toBe(`a${long}`.slice(0, 1_000));
    expect(error?.carrier_code).toBe(`b${long}`.slice(0, 255));
  });

  it("shows the carrier's own id of a message, and matches reports by its reference", async () => {
    onSubmit(async () => [{ type: "accepted", references: ["a1b2"], id: "0000A1B2" }]);
    const [id] = await send(1);
    await dispatchAll();
    await receive(reportOf({ reference: "a1b2" }));
    const { body } = await service.request.get(`/v3/messages/${id}`).expect(200);
    expect(body).toMatchObject({ status: "delivered", carrier_reference: "0000A1B2" });
  });

  it("settles reports that arrive before the carrier's response in the same write", async () => {
    onSubmit(async (messages) => {
      void receive(...messages.map(({ messageId }) => reportOf({ messageId })));
      return acceptAll(messages);
    });
    const ids = await send(2);
    await dispatchAll();
    expect(await statusesOf(ids)).toEqual(["delivered", "delivered"]);
    expect(await service.db("jobs")).toHaveLength(0);
  });

  it.each<[readonly (readonly [part: string, ReportedStatus])[], MessageStatus]>([
    [
      [
        ["a", "delivered"],
        ["a", "expired"],
        ["b", "delivered"],
      ],
      "delivered",
    ],
    [
      [
        ["a", "read"],
        ["a", "delivered"],
        ["b", "read"],
      ],
      "read",
    ],
    [
      [
        ["a", "undelivered"],
        ["a", "delivered"],
        ["b", "delivered"],
      ],
      "delivered",
    ],
  ])("keeps the status of a part when a late report follows: %j makes it %s", async (reports, expected) => {
    const part = (name: string) => `${expected}-${reports.length}-${reports[0]?.[1]}-${name}`;
    onSubmit(async () => [{ type: "accepted", references: ["a", "b"].map(part) }]);
    const ids = await send(1);
    await dispatchAll();
    for (const [name, status] of reports) {
      await receive({ ...reportOf({ reference: part(name) }), status });
    }
    expect(await statusesOf(ids)).toEqual([expected]);
  });

  it("retries with growing delays, and fails a message after ten submissions", async () => {
    const error = { code: "carrier_unreachable" as const, message: "away", carrierCode: null };
    onSubmit(async (messages) => messages.map(() => ({ type: "retry", error })));
    const ids = await send(2);
    await dispatchAll();
    expect(await statusesOf(ids)).toEqual(["pending", "pending"]);
    for (let attempt = 1; attempt < 10; attempt += 1) {
      service.clock.advance(2 ** (attempt - 1) * 1_000 - 1);
      await dispatchAll();
      expect(batches).toHaveLength(attempt);
      service.clock.advance(1);
      await dispatchAll();
      expect(batches).toHaveLength(attempt + 1);
    }
    expect(await statusesOf(ids)).toEqual(["failed", "failed"]);
    expect(batches.at(-1)?.map(({ attempt }) => attempt)).toEqual([9, 9]);
  });

  it("defers a job and pauses its sender for the longest time that the carrier requests", async () => {
    const error = { code: "carrier_unreachable" as const, message: "busy", carrierCode: null };
    const throttled = (retryAfterMs: number): SubmitOutcome => ({ type: "throttled", error, retryAfterMs });
    const respond: ((...outcomes: SubmitOutcome[]) => void)[] = [];
    onSubmit(() => new Promise((resolve) => respond.push((...outcomes) => resolve(outcomes))));
    const ids = await send(5);
    const dispatched = dispatchAll();
    await until("both submissions have begun", 10, async () => respond.length === 2);
    respond[0]?.(...batches[0]!.map((_, index) => throttled(index === 0 ? 60_000 : 2_000)));
    await turn();
    respond[1]?.(...batches[1]!.map(() => throttled(1_000)));
    await dispatched;
    onSubmit(acceptAll);
    const later = await send(1);
    service.clock.advance(59_999);
    await dispatchAll();
    expect(batches).toHaveLength(2);
    service.clock.advance(1);
    await dispatchAll();
    expect(new Set(await statusesOf([...ids, ...later]))).toEqual(new Set(["sent"]));
  });

  it("pauses the sender for a second when the carrier requests a pause of no length", async () => {
    const error = { code: "carrier_unreachable" as const, message: "busy", carrierCode: null };
    onSubmit(async (messages) => {
      onSubmit(acceptAll);
      return messages.map(() => ({ type: "throttled", error, retryAfterMs: 0 }));
    });
    const ids = await send(1);
    await dispatchAll();
    service.clock.advance(999);
    await dispatchAll();
    expect(await statusesOf(ids)).toEqual(["pending"]);
    service.clock.advance(1);
    await dispatchAll();
    expect(await statusesOf(ids)).toEqual(["sent"]);
  });

  it("treats an error thrown by the carrier as an unreachable carrier", async () => {
    onSubmit(async () => {
      throw new Error("socket hang up");
    });
    const ids = await send(1);
    await dispatchAll();
    onSubmit(acceptAll);
    service.clock.advance(1_000);
    await dispatchAll();
    expect(await statusesOf(ids)).toEqual(["sent"]);
  });

  it("settles jobs only for the holder of their lease", async () => {
    const ids = await send(1);
    let release = () => {};
    onSubmit((messages) => new Promise((resolve) => (release = () => resolve(acceptAll(messages)))));
    const slow = dispatchAll();
    while (batches.length === 0) await turn();
    const releaseSlow = release;
    service.clock.advance(LEASE_MS.submission);
    onSubmit(acceptAll);
    await createDispatcher(service.app).workOff();
    releaseSlow();
    await slow;
    const row = (await service.db("messages").where({ id: ids[0] }).first()) as { history: string };
    expect((JSON.parse(row.history) as [string][]).map(([status]) => status)).toEqual(["pending", "sent"]);
  });

  it("does not submit a message whose lease was lost while it waited for its turn at the carrier", async () => {
    Object.assign(carrier, { window: 1 });
    let respond = () => {};
    onSubmit((messages) => new Promise((resolve) => (respond = () => resolve(acceptAll(messages)))));
    const ids = await send(1);
    const rounds = [dispatchAll()];
    while (batches.length === 0) await turn();
    onSubmit(acceptAll);
    const content = { type: "text", text: "x" };
    const body = { channel: "sms", purpose: "otp", content, recipients: [{ to: "+5511987650010" }] };
    await exchange.posted("/v3/messages", body, 202);
    rounds.push(dispatchAll());
    while ((await service.db("unconfirmed_submissions")).length < 2) await turn();
    service.clock.advance(LEASE_MS.submission);
    await createDispatcher(service.app).workOff();
    const submitted = submittedIds();
    expect(submitted).toHaveLength(3);
    ids.push(...(await send(1)));
    rounds.push(dispatchAll());
    // A process renews its leases, and so finds the lost ones, before it leases another job.
    while ((await service.db("jobs").where({ kind: "submission" }).whereNotNull("lease")).length === 0)
      await turn();
    respond();
    await Promise.all(rounds);
    expect(submittedIds()).toEqual([...submitted, ids[1]]);
  });

  it("resubmits a message with an ambiguous outcome at most once after crashes", async () => {
    const ids = await send(1);
    const hung: (() => void)[] = [];
    const dead: Promise<boolean>[] = [];
    for (let death = 0; death < 2; death += 1) {
      onSubmit(() => new Promise((resolve) => hung.push(() => resolve([{ type: "accepted" }]))));
      dead.push(createDispatcher(service.app).workOff());
      while (batches.length === death) await turn();
      service.clock.advance(LEASE_MS.submission);
    }
    onSubmit(acceptAll);
    await dispatchAll();
    expect(batches.flat().map(({ attempt }) => attempt)).toEqual([0, 1]);
    expect(await statusesOf(ids)).toEqual(["failed"]);
    // The leases have expired, so late responses change nothing.
    for (const respond of hung) respond();
    await Promise.all(dead);
    expect(await statusesOf(ids)).toEqual(["failed"]);
  });

  it.each([
    ["validity", "delivered", "expired", ["expired", "failed"]],
    // The report of a message without a sender is applied later, by a periodic job.
    ["sender", "sent", "failed", ["failed", "failed"]],
    ["hold", "delivered", "expired", []],
    ["campaign", "delivered", "expired", []],
  ] as const)(
    "distinguishes reported, unknown and unsubmitted messages when their %s ends after a crash",
    async (what, withReport, without, followUps) => {
      const rule = { after_seconds: 60, template_id: await exchange.template() };
      const template = await exchange.template({ rules: [{ on: ["failed", "expired"], ...rule }] });
      const sendValid = async (count: number): Promise<string[]> => {
        const body = {
          template_id: template,
          recipients: times(count, (index) => ({ to: `+55119876500${10 + index}` })),
          validity_seconds: 60,
        };
        const { data } = await exchange.posted<{ data: { message_id: string }[] }>("/v3/messages", body, 202);
        return data.map((one) => one.message_id);
      };
      const [reported = "", unknown = ""] = await sendValid(2);
      let respond = () => {};
      onSubmit((messages) => new Promise((resolve) => (respond = () => resolve(acceptAll(messages)))));
      const crashed = { ...service.app, deliveryReports: new DeliveryReports(service.app) };
      const dead = createDispatcher(crashed).workOff();
      while (batches.length === 0) await turn();
      await receive(reportOf({ messageId: reported }));
      const [unsubmitted = ""] = await sendValid(1);
      await leaseAll();
      service.clock.advance(LEASE_MS.submission);
      const sender = { id: await senderId() };
      const [row] = (await service.db("senders").where(sender)) as object[];
      if (what === "validity") service.clock.advance(60_000);
      else if (what === "sender") await service.db("senders").where(sender).del();
      else if (what === "campaign") {
        const deleted = service.app.ids.next();
        await service.db("jobs").where({ kind: "submission" }).update({ tag: deleted });
      } else {
        await queueHold(service);
        await queueRelease(service, { expire: true });
        service.clock.advance(1);
        await service.app.hold.refresh();
      }
      await dispatchAll();
      if (what === "sender") await service.db("senders").insert(row);
      const ids = [reported, unknown, unsubmitted];
      expect(await statusesOf(ids)).toEqual([withReport, "failed", without]);
      const { error } = await exchange.message(unknown);
      expect(error?.message).toBe("it is not known whether the carrier took the message");
      const waiting = await service.db("follow_ups").whereIn("message_id", ids).orderBy("outcome");
      expect((waiting as { outcome: string }[]).map(({ outcome }) => outcome)).toEqual(followUps);
      respond();
      await dead;
    },
  );

  it.each<
    [
      string,
      string,
      { during: number | null; submissions: number; prefix?: string; then?: "refused" | "retry" },
    ]
  >([
    ["the message's id", "during the first submission", { during: 1, submissions: 1, prefix: "" }],
    ["the message's id", "after the first submission", { during: null, submissions: 1, prefix: "" }],
    ["a predictable reference", "during the last submission", { during: 2, submissions: 2, prefix: "app-" }],
    [
      "the message's id",
      "before a refused submission, after one",
      { during: 2, submissions: 2, prefix: "", then: "refused" },
    ],
    [
      "the message's id",
      "before a submission that failed for now, after one",
      { during: 2, submissions: 2, prefix: "", then: "retry" },
    ],
    ["the account's message id", "during the last submission", { during: 2, submissions: 2 }],
  ])(
    "applies a report with %s that arrives %s without a response",
    async (_what, _when, { during, submissions, prefix, then }) => {
      const [id = ""] = await send(1);
      Object.assign(carrier, { referenceOf: prefix ? (of: string) => prefix + of : undefined });
      const report = async () => {
        if (prefix !== undefined) await receive(reportOf({ reference: prefix + id }));
        // This process holds the report until the outcome is written.
        else void receive(reportOf({ messageId: id }));
      };
      onSubmit(async () => {
        if (batches.length === during) await report();
        const error = { code: "carrier_rejected", message: "x", carrierCode: null } as const;
        return [then && batches.length === 2 ? { type: then, error } : { type: "unknown" }];
      });
      await dispatchAll();
      if (during === null) await report();
      service.clock.advance(1_000);
      await dispatchAll();
      expect(batches).toHaveLength(submissions);
      expect(await statusesOf([id])).toEqual(["delivered"]);
    },
  );

  it("submits a message that was never submitted, however often its worker crashed", async () => {
    const ids = await send(3);
    for (let death = 0; death < 5; death += 1) {
      await leaseAll();
      service.clock.advance(LEASE_MS.submission);
    }
    await dispatchAll();
    expect(submittedIds()).toEqual(ids);
    expect(await statusesOf(ids)).toEqual(["sent", "sent", "sent"]);
  });

  it("submits nothing while submissions cannot be recorded, and retries later", async () => {
    const ids = await send(2);
    await withoutRecords(dispatchAll);
    expect(batches).toHaveLength(0);
    expect(await statusesOf(ids)).toEqual(["pending", "pending"]);
    service.clock.advance(5_000);
    await dispatchAll();
    expect(submittedIds()).toEqual(ids);
    expect(await statusesOf(ids)).toEqual(["sent", "sent"]);
  });

  it("releases each message once when a throttled submission cannot be recorded", async () => {
    await limitSpeed(5, 2_000);
    const ids = await send(3);
    await withoutRecords(dispatchAll);
    expect(batches).toHaveLength(0);
    await limitSpeed(1_000);
    service.clock.advance(6_000);
    await dispatchAll();
    expect(submittedIds().sort()).toEqual(ids);
    expect(await statusesOf(ids)).toEqual(["sent", "sent", "sent"]);
    expect(await queued("submission")).toEqual([]);
  });

  it("submits an account's messages once while another account's cannot be prepared", async () => {
    const other = await service.account("whose messages cannot be prepared");
    const accounts = () => service.db("accounts").where({ id: other.accountId });
    const { prices } = (await accounts().first("prices")) as { prices: string };
    const body = {
      channel: "sms",
      content: { type: "text", text: "x" },
      recipients: [{ to: "+5511987650001" }],
    };
    await other.request.post("/v3/messages").send(body).expect(202);
    const ids = await send(3);
    await accounts().update({ prices: "{" });
    await dispatchAll().catch(() => {});
    await accounts().update({ prices });
    for (let round = 0; round < 3; round += 1) {
      service.clock.advance(5_000);
      await dispatchAll();
    }
    expect(new Set(submittedIds()).size).toBe(4);
    expect(submittedIds()).toHaveLength(4);
    expect(await statusesOf(ids)).toEqual(["sent", "sent", "sent"]);
  });

  it("expires messages that could not be submitted within a day", async () => {
    const ids = await send(1);
    service.clock.advance(24 * 3_600_000);
    await dispatchAll();
    expect(batches).toHaveLength(0);
    expect(await statusesOf(ids)).toEqual(["expired"]);
  });

  it("submits a message at the end of a validity that is longer than a day", async () => {
    const body = {
      channel: "sms",
      content: { type: "text", text: "x" },
      recipients: [{ to: "+5511987650010" }],
      validity_seconds: 3 * 86_400,
    };
    const { data } = await exchange.posted<{ data: { message_id: string }[] }>("/v3/messages", body, 202);
    service.clock.advance(3 * 24 * 3_600_000 - 1_000);
    await dispatchAll();
    expect(batches.flat()).toMatchObject([{ messageId: data[0]?.message_id, validitySeconds: 1 }]);
  });

  it("keeps to the sender's rate limit", async () => {
    await limitSpeed(5);
    const ids = await send(12);
    await dispatchAll();
    expect(batches.flat()).toHaveLength(5);
    service.clock.advance(1_000);
    await dispatchAll();
    expect(batches.flat()).toHaveLength(10);
    service.clock.advance(1_000);
    await dispatchAll();
    // Batches of the same second are submitted concurrently, in any order.
    const seconds = [0, 5, 10].map((start) =>
      submittedIds()
        .slice(start, start + 5)
        .sort(),
    );
    expect(seconds.flat()).toEqual(ids);
    await limitSpeed(1_000);
  });

  it("keeps the sums equal to a count of the messages, before and after a roll-up", async () => {
    await send(4);
    await dispatchAll();
    const recount = async () => {
      for (const status of ["pending", "sent", "delivered", "failed", "expired", "undelivered"] as const) {
        const rows = (await service
          .db("messages")
          .where({ account_id: service.accountId, status })
          .count({ n: "*" })) as { n: number }[];
        expect([status, await countMessages(service.db, service.accountId, { statuses: [status] })]).toEqual([
          status,
          Number(rows[0]?.n),
        ]);
      }
    };
    await recount();
    await rollUpCounts(service.db, service.accountId);
    await recount();
  });

  it("renews a lease while the carrier has not responded", async () => {
    const intervals = jest.spyOn(global, "setInterval");
    const ids = await send(1);
    let respond = () => {};
    onSubmit((messages) => new Promise((resolve) => (respond = () => resolve(acceptAll(messages)))));
    const slow = dispatchAll();
    while (batches.length === 0) await turn();
    const renew = intervals.mock.calls.find(([, ms]) => ms === HEARTBEAT_MS)?.[0];
    intervals.mockRestore();
    if (!renew) throw new Error("nothing renews the lease");
    const dueAt = async () => ((await service.db("jobs").first("due_at")) as { due_at: number }).due_at;
    for (let beat = 0; beat < 12; beat += 1) {
      service.clock.advance(HEARTBEAT_MS);
      renew();
      while ((await dueAt()) !== service.clock.now() + LEASE_MS.submission) await turn();
      expect(await createDispatcher(service.app).workOff()).toBe(false);
    }
    respond();
    await slow;
    expect(batches).toHaveLength(1);
    expect(await statusesOf(ids)).toEqual(["sent"]);
  });

  it("submits a message in flight once when more time than its lease has passed at once", async () => {
    const ids = await send(1);
    let respond = () => {};
    onSubmit((messages) => new Promise((resolve) => (respond = () => resolve(acceptAll(messages)))));
    const slow = dispatchAll();
    while (batches.length === 0) await turn();
    service.clock.advance(2 * LEASE_MS.submission);
    const afterwards = dispatchAll();
    const dueAt = async () => ((await service.db("jobs").first("due_at")) as { due_at: number }).due_at;
    while ((await dueAt()) !== service.clock.now() + LEASE_MS.submission) await turn();
    respond();
    await Promise.all([slow, afterwards]);
    expect(batches).toHaveLength(1);
    expect(await statusesOf(ids)).toEqual(["sent"]);
  });

  it("renews a lease in time when rounds come more often than renewals", async () => {
    const ids = await send(1);
    let respond = () => {};
    onSubmit((messages) => new Promise((resolve) => (respond = () => resolve(acceptAll(messages)))));
    const rounds = [dispatchAll()];
    while (batches.length === 0) await turn();
    const respondToFirst = respond;
    onSubmit(acceptAll);
    try {
      for (let round = 1; round <= 5; round += 1) {
        service.clock.advance(16_000);
        ids.push(...(await send(1)));
        rounds.push(dispatchAll());
        while (batches.length === round) await turn();
      }
      expect(await createDispatcher(service.app).workOff()).toBe(false);
    } finally {
      respondToFirst();
      await Promise.all(rounds);
    }
    expect(submittedIds()).toEqual(ids);
  });

  it("leaves a lease that expired in an outage to its holder for 10 s", async () => {
    const ids = await send(1);
    let respond = () => {};
    onSubmit((messages) => new Promise((resolve) => (respond = () => resolve(acceptAll(messages)))));
    const slow = dispatchAll();
    while (batches.length === 0) await turn();
    const respondToFirst = respond;
    onSubmit(acceptAll);
    let [isAway, failures] = [false, 0];
    const other = createDispatcher({
      ...service.app,
      get db() {
        if (!isAway) return service.db;
        failures += 1;
        throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
      },
    });
    const real = performance.now.bind(performance);
    let passed = 0;
    const spy = jest.spyOn(performance, "now").mockImplementation(() => real() + passed);
    service.clock.advance(2 * LEASE_MS.submission);
    isAway = true;
    other.start();
    try {
      while (failures === 0) await turn();
      isAway = false;
      const later = await send(1);
      while (batches.length < 2) await turn();
      expect(submittedIds()).toEqual([...ids, ...later]);
      passed = 10_000;
      while (batches.length < 3) await turn();
      expect(submittedIds()).toEqual([...ids, ...later, ...ids]);
    } finally {
      spy.mockRestore();
      respondToFirst();
      await Promise.all([slow, other.stop()]);
    }
  });

  it("writes outcomes once when the connection is lost after a commit", async () => {
    const ids = await send(4);
    const [inParts, ...whole] = ids.slice(0, 3) as [string, string, string];
    let respondToRest = () => {};
    onSubmit((messages) =>
      messages.length === 3
        ? Promise.resolve(
            messages.map(({ messageId }) => ({
              type: "accepted",
              ...(messageId === inParts ? { references: ["first-part", "second-part"] } : {}),
            })),
          )
        : new Promise((resolve) => (respondToRest = () => resolve(acceptAll(messages)))),
    );
    const { db } = service;
    let connection: "up" | "lost" | "restored" = "up";
    const flaky = withTransactions(db, async (work) => {
      const result = await db.transaction(work);
      if (connection === "lost") {
        connection = "restored";
        respondToRest();
      }
      if (connection !== "up" || !(await statusesOf(ids)).includes("sent")) return result;
      connection = "lost";
      await receive(...whole.map((messageId) => reportOf({ messageId })));
      await receive(reportOf({ reference: "first-part" }));
      throw Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
    });
    const before = await countMessages(db, service.accountId, { statuses: ["sent", "delivered"] });
    // Another process receives the reports.
    const app = { ...service.app, db: flaky };
    await createDispatcher({ ...app, deliveryReports: new DeliveryReports(app) }).workOff();
    expect(connection).toBe("restored");
    expect(await statusesOf(ids)).toEqual(["sent", "delivered", "delivered", "sent"]);
    await receive(reportOf({ reference: "second-part" }));
    expect(await statusesOf(ids)).toEqual(["delivered", "delivered", "delivered", "sent"]);
    const after = await countMessages(db, service.accountId, { statuses: ["sent", "delivered"] });
    expect(after - before).toBe(4);
    expect((await statusQueryIds()).sort()).toEqual(ids);
  });

  it("settles reports that arrive while the submission is being written", async () => {
    const ids = await send(1);
    const report = (status: "delivered" | "read") => receive(reportOf({ messageId: ids[0] ?? "" }, status));
    const reported: Promise<void>[] = [];
    onSubmit(async (messages) => {
      reported.push(report("delivered"));
      setImmediate(() => reported.push(report("read")));
      return acceptAll(messages);
    });
    await dispatchAll();
    while (reported.length < 2) await turn();
    await Promise.all(reported);
    expect(await statusesOf(ids)).toEqual(["read"]);
  });

  it("schedules one status query for each message of a throttled job", async () => {
    await limitSpeed(2);
    const ids = await send(7);
    for (let second = 0; second < 4; second += 1) {
      await dispatchAll();
      service.clock.advance(1_000);
    }
    expect(batches.flat()).toHaveLength(7);
    expect(await queued("submission")).toEqual([]);
    expect((await statusQueryIds()).sort()).toEqual(ids);
    await limitSpeed(1_000);
  });

  it("schedules status queries for messages that a worker submitted before it crashed", async () => {
    const ids = await send(7);
    const releases: (() => void)[] = [];
    onSubmit(async (messages) => {
      if (batches.length > 1) await new Promise<void>((resolve) => releases.push(resolve));
      return acceptAll(messages);
    });
    const dying = dispatchAll();
    while ((await statusesOf(ids)).filter((status) => status === "sent").length < 3) await turn();
    service.clock.advance(LEASE_MS.submission);
    onSubmit(acceptAll);
    await createDispatcher(service.app).workOff();
    for (const release of releases) release();
    await dying;
    expect(batches.map(({ length }) => length).sort()).toEqual([1, 1, 3, 3, 3]);
    expect(new Set(await statusesOf(ids))).toEqual(new Set(["sent"]));
    expect((await statusQueryIds()).sort()).toEqual(ids);
  });
});
