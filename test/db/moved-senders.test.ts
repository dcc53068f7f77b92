import type { Submission, SubmitOutcome } from "../../src/carriers/carrier";
import { createDispatcher } from "../../src/features/dispatch/dispatcher";
import { AMBIGUOUS } from "../../src/features/dispatch/resubmission-policy";
import { defaultSender, setSender } from "../../src/features/senders/senders.store";
import { DAY, HOUR, MINUTE } from "../../src/platform/time";
import { LEASE_MS } from "../../src/queue/lease-lengths";
import { acceptAll, retryAll, scriptedCarrier } from "../support/carrier";
import { databases } from "../support/databases";
import { Exchange } from "../support/exchange";
import { testService } from "../support/service";

describe.each(databases)("a sender that moves to another carrier on %s", (database) => {
  const queried: Record<"sandbox" | "other", string[]> = { sandbox: [], other: [] };
  const carrierNamed = (name: keyof typeof queried) =>
    scriptedCarrier({
      name,
      async queryStatus(messages) {
        queried[name].push(...messages.map(({ messageId }) => messageId));
      },
    });
  const former = carrierNamed("sandbox");
  const next = carrierNamed("other");
  const service = testService(database, {
    override: () => ({
      carriers: new Map([
        ["sandbox", former.carrier],
        ["other", next.carrier],
      ]),
    }),
  });
  const exchange = new Exchange(service);
  const moveTo = async (carrier: string) => {
    const sender = await defaultSender(service.db, service.accountId, "sms");
    if (!sender) throw new Error("the account has no sender");
    await setSender(service.db, sender, { carrier }, { now: service.clock.now(), ids: service.app.ids });
  };
  const statusOf = async (id: string) =>
    (await service.db("messages").where({ id }).pluck("status"))[0] as string;

  it("submits waiting messages by the new carrier, and queries each carrier about its own messages", async () => {
    const before = await exchange.sendOne({ text: "x" }, "+5511987650001");
    await service.drain();
    const waiting = await exchange.sendOne({ text: "x" }, "+5511987650002");
    await moveTo("other");
    await service.drain();
    expect(former.submitted.map(({ messageId }) => messageId)).toEqual([before]);
    expect(next.submitted.map(({ messageId }) => messageId)).toEqual([waiting]);
    await service.drainAfter(HOUR);
    expect(queried).toEqual({ sandbox: [before], other: [waiting] });
  });

  it("applies delivery reports of the former carrier", async () => {
    await moveTo("sandbox");
    const id = await exchange.sendOne({ text: "x" }, "+5511987650003");
    await service.drain();
    await moveTo("other");
    await former.report(
      former.submitted.filter(({ messageId }) => messageId === id),
      "delivered",
      service.clock.now(),
    );
    expect(await statusOf(id)).toBe("delivered");
  });
});

describe.each(databases)("a message with an unknown outcome on %s", (database) => {
  const carriers = {
    sandbox: scriptedCarrier(),
    other: scriptedCarrier({ name: "other" }),
    plain: scriptedCarrier({ name: "plain", idempotent: false }),
  };
  type Name = keyof typeof carriers;
  const service = testService(database, {
    override: () => ({
      carriers: new Map(Object.entries(carriers).map(([name, { carrier }]) => [name, carrier])),
    }),
  });
  const exchange = new Exchange(service);
  const moveTo = async (carrier: Name) => {
    const sender = await defaultSender(service.db, service.accountId, "sms");
    if (!sender) throw new Error("the account has no sender");
    await setSender(service.db, sender, { carrier }, { now: service.clock.now(), ids: service.app.ids });
  };
  const send = () => exchange.sendOne({ text: "x" }, "+5511987650001");
  const dispatch = (ambiguousSubmission: "resend" | "fail") =>
    createDispatcher({ ...service.app, config: { ...service.app.config, ambiguousSubmission } }).workOff();
  const submittedBy = (name: Name) => carriers[name].submitted.map(({ messageId }) => messageId);
  const unknown = async (messages: readonly Submission[]): Promise<SubmitOutcome[]> =>
    messages.map(() => ({ type: "unknown" }));
  const intents = () => service.db("unconfirmed_submissions").pluck("times") as Promise<number[]>;
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const dead: (() => Promise<unknown>)[] = [];

  /** Leaves the outcomes of submissions by the carrier unknown, and makes their resubmission due. */
  const withoutResponse = async (name: Name) => {
    carriers[name].behaves(unknown);
    await dispatch("resend");
    service.clock.advance(MINUTE);
  };
  /** Stops a worker while the carrier has its messages. */
  const crash = async (name: Name) => {
    const before = carriers[name].submitted.length;
    let respond = () => {};
    carriers[name].behaves((messages) => new Promise((end) => (respond = () => end(acceptAll(messages)))));
    const working = createDispatcher(service.app).workOff();
    dead.push(async () => (respond(), working));
    while (carriers[name].submitted.length === before) await turn();
    carriers[name].behaves(acceptAll);
    service.clock.advance(LEASE_MS.submission);
  };

  beforeEach(async () => {
    for (const table of ["jobs", "unconfirmed_submissions"]) await service.db(table).del();
    for (const { submitted, behaves, carrier } of Object.values(carriers)) {
      submitted.length = 0;
      behaves(acceptAll);
      Object.assign(carrier, { isSubstitute: undefined });
    }
    await moveTo("sandbox");
    service.clock.advance(MINUTE);
  });
  afterEach(async () => {
    for (const end of dead.splice(0)) await end();
  });

  describe.each<[string, (name: Name) => Promise<void>]>([
    ["a submission without a response", withoutResponse],
    ["a crash", crash],
  ])("after %s", (_what, leaveUnknown) => {
    it.each<[Name, Name]>([
      ["sandbox", "plain"],
      ["sandbox", "other"],
      ["plain", "sandbox"],
    ])("is submitted a second time, or fails, when its sender moves from %s to %s", async (from, to) => {
      for (const setting of ["resend", "fail"] as const) {
        await moveTo(from);
        const id = await send();
        await leaveUnknown(from);
        await moveTo(to);
        carriers[to].behaves(unknown);
        await dispatch(setting);
        service.clock.advance(HOUR);
        await dispatch(setting);
        expect(submittedBy(to).filter((one) => one === id)).toHaveLength(setting === "resend" ? 1 : 0);
        const { status, error } = await exchange.message(id);
        expect([status, error?.message]).toEqual(["failed", AMBIGUOUS.message]);
        expect(await intents()).toEqual([]);
        service.clock.advance(MINUTE);
      }
    });

    it("fails as unknown instead of expiring when its sender has moved", async () => {
      const id = await send();
      await leaveUnknown("sandbox");
      await moveTo("other");
      service.clock.advance(2 * DAY);
      await dispatch("resend");
      expect((await exchange.message(id)).error?.message).toBe(AMBIGUOUS.message);
      expect(submittedBy("other")).toEqual([]);
    });

    it("is submitted repeatedly to an idempotent carrier, without recorded intents", async () => {
      const id = await send();
      await leaveUnknown("sandbox");
      const statements: string[] = [];
      const listen = ({ sql }: { sql: string }) => void statements.push(sql);
      service.db.on("query", listen);
      for (let times = 0; times < 2; times += 1) await withoutResponse("sandbox");
      carriers.sandbox.behaves(acceptAll);
      await dispatch("fail");
      service.db.off("query", listen);
      expect(submittedBy("sandbox")).toEqual([id, id, id, id]);
      expect((await exchange.message(id)).status).toBe("sent");
      expect(statements.filter((sql) => /insert into "?unconfirmed_submissions/.test(sql))).toEqual([]);
    });
  });

  it("counts the submissions of all carriers when a temporary failure lies between two moves", async () => {
    const id = await send();
    await withoutResponse("sandbox");
    await moveTo("other");
    carriers.other.behaves(retryAll);
    await dispatch("resend");
    expect(await intents()).toEqual([1]);
    service.clock.advance(MINUTE);
    await moveTo("sandbox");
    await withoutResponse("sandbox");
    expect(submittedBy("sandbox")).toEqual([id, id]);
    expect((await exchange.message(id)).error?.message).toBe(AMBIGUOUS.message);
  });

  it("has no intent once the next carrier has accepted it", async () => {
    const id = await send();
    await crash("sandbox");
    await moveTo("other");
    await dispatch("resend");
    expect(submittedBy("other")).toEqual([id]);
    expect((await exchange.message(id)).status).toBe("sent");
    expect(await intents()).toEqual([]);
  });

  it("counts as new if the crashed worker had a substitute for the connection", async () => {
    Object.assign(carriers.sandbox.carrier, { isSubstitute: true });
    const id = await send();
    await crash("sandbox");
    await service.db("unconfirmed_submissions").del();
    await moveTo("plain");
    await dispatch("fail");
    expect(submittedBy("plain")).toEqual([id]);
  });

  it("counts as new if no intent to submit it to a carrier without idempotency is recorded", async () => {
    await moveTo("plain");
    const id = await send();
    await crash("plain");
    await service.db("unconfirmed_submissions").del();
    await moveTo("other");
    await dispatch("fail");
    expect(submittedBy("other")).toEqual([id]);
  });
});
