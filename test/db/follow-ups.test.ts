import { held, NOT_HELD } from "../../src/queue/hold";
import fc from "fast-check";
import type { Carrier, ReportedStatus, RevokeOutcome } from "../../src/carriers/carrier";
import { fireDueFollowUps } from "../../src/features/follow-ups/fire";
import { purgeFollowUps } from "../../src/features/follow-ups/follow-ups.store";
import { applyChanges } from "../../src/features/messages/changes";
import { countMessages } from "../../src/features/messages/counts.store";
import { lockSubmitted } from "../../src/features/messages/messages.store";
import { MESSAGE_STATUSES } from "../../src/messaging/status";
import { DAY, HOUR, MINUTE, SECOND } from "../../src/platform/time";
import { defaultSender, setSender } from "../../src/features/senders/senders.store";
import { type Account, testAccount } from "../support/accounts";
import { scriptedCarrier } from "../support/carrier";
import { databases } from "../support/databases";
import { type Exchange, type Outcome, type RuleInput } from "../support/exchange";
import { runs } from "../support/runs";
import { testService } from "../support/service";

const NUMBER = "+5511987651234";
const numbers = (count: number) => Array.from({ length: count }, (_, i) => `+55119876${51_000 + i}`);

describe.each(databases)("follow-ups on %s", (database) => {
  const revocations: string[][] = [];
  let revoke: NonNullable<Carrier["revoke"]>;
  const scripted = scriptedCarrier({
    async revoke(messages, signal) {
      revocations.push(messages.map(({ messageId }) => messageId));
      return revoke(messages, signal);
    },
  });
  const service = testService(database, {
    override: () => ({ carriers: new Map([["sandbox", scripted.carrier]]) }),
  });
  let exchange: Exchange;
  let accountId: string;
  let request: Account["request"];
  beforeEach(async () => {
    ({ accountId, exchange, request } = await testAccount(service));
    revocations.length = 0;
    revoke = async (messages) => messages.map(() => "revoked");
  });

  /** Creates a template with a rule for each list of outcomes. Each rule is due after a minute. */
  const templateWith = async (outcomes: readonly (readonly Outcome[])[], channel: "sms" | "rcs" = "rcs") => {
    const rules: RuleInput[] = [];
    for (const on of outcomes) {
      rules.push({ on: [...on], after_seconds: 60, template_id: await exchange.template() });
    }
    const template = await exchange.template({ channel, rules });
    return { template, targets: rules.map(({ template_id }) => template_id) };
  };
  /** Sends messages that the carrier accepts and does not report on. */
  const sent = async (
    outcomes: readonly (readonly Outcome[])[],
    to: readonly string[] = [NUMBER],
    channel?: "sms" | "rcs",
  ) => {
    const { template, targets } = await templateWith(outcomes, channel);
    const ids = await exchange.send({ template }, to);
    await service.drain();
    return { ids, targets, id: ids[0] ?? "" };
  };
  const pass = async (ms: number) => {
    service.clock.advance(ms);
    await service.drain();
  };
  const fire = () => fireDueFollowUps(service.app, accountId);
  const followUpsOf = (id: string) => exchange.followUpsOf(id);
  const stored = async (id: string) =>
    (await service.db("follow_ups").where({ account_id: accountId, message_id: id })) as {
      outcome: Outcome;
      due_at: number;
      ended_at: number | null;
    }[];

  describe("rules", () => {
    it("fires once for repeated and concurrent reports", async () => {
      const { id } = await sent([["undelivered", "no_delivery"]]);
      await Promise.all(Array.from({ length: 5 }, () => exchange.reports(id, "undelivered", "undelivered")));
      await pass(MINUTE);
      await exchange.reports(id, "undelivered", "expired");
      await pass(HOUR);
      expect(await followUpsOf(id)).toHaveLength(1);
    });

    it("fires once when several workers fire concurrently", async () => {
      const { ids } = await sent([["no_delivery"], ["no_delivery", "expired"]], numbers(20));
      service.clock.advance(MINUTE);
      await Promise.all(Array.from({ length: 4 }, fire));
      await service.drain();
      const messages = await exchange.messages({ limit: 1000 });
      for (const id of ids) {
        expect(messages.filter(({ parent_message_id }) => parent_message_id === id)).toHaveLength(2);
      }
      expect(messages).toHaveLength(60);
    });

    it("fires once when reports arrive at the moment the rule is due", async () => {
      for (let round = 0; round < 5; round += 1) {
        const to = numbers(30);
        const { ids } = await sent([["no_delivery", "undelivered"], ["undelivered"]], to, "sms");
        service.clock.advance(MINUTE);
        const report = (some: readonly string[]) =>
          Promise.all(some.map((id) => exchange.reports(id, "undelivered")));
        await Promise.all([fire(), report(ids.slice(0, 15)), fire(), report(ids.slice(15)), fire()]);
        await pass(MINUTE);
        const messages = await exchange.messages({ limit: 1000 });
        for (const id of ids) {
          expect(messages.filter(({ parent_message_id }) => parent_message_id === id)).toHaveLength(2);
        }
      }
    });

    it("waits for a report that is being written, without a deadlock", async () => {
      const { id } = await sent([["no_delivery", "undelivered"]], [NUMBER], "sms");
      service.clock.advance(MINUTE);
      const now = service.clock.now();
      let fired: Promise<boolean> = Promise.resolve(false);
      await service.db.transaction(async (trx) => {
        const messages = await lockSubmitted(trx, accountId, [id]);
        fired = fire();
        await new Promise((resolve) => setTimeout(resolve, 300));
        const steps = [{ status: "undelivered", at: now }] as const;
        const changes = messages.map((message) => ({ message, steps }));
        await applyChanges(service.app, trx, accountId, changes, now);
      });
      await fired;
      // The report was first, so the rule is due a minute after the report.
      expect(await followUpsOf(id)).toHaveLength(0);
      await pass(MINUTE);
      expect(await followUpsOf(id)).toHaveLength(1);
    });

    it("fires once when the process crashes while firing", async () => {
      const { ids } = await sent([["no_delivery"]], numbers(3));
      service.clock.advance(MINUTE);
      const dying = { ...service.app.ids, next: () => raise() };
      await expect(fireDueFollowUps({ ...service.app, ids: dying }, accountId)).rejects.toThrow("died");
      expect(await Promise.all(ids.map(exchange.statusOf))).toEqual(["expired", "expired", "expired"]);
      // At a second revocation of a message, Google may report the message as delivered.
      revoke = async (messages) => messages.map(() => "delivered");
      await pass(MINUTE);
      expect(revocations).toEqual([ids]);
      for (const id of ids) {
        expect(await followUpsOf(id)).toHaveLength(1);
        const { status_history } = await exchange.message(id);
        expect(status_history.map(({ status }) => status)).toEqual(["pending", "sent", "expired"]);
      }
    });

    it("fires while another rule fails, and retries that rule", async () => {
      const broken = await sent([["no_delivery"]]);
      const { id } = await sent([["no_delivery"]]);
      const template = service.db("templates").where({ account_id: accountId, id: broken.targets[0] });
      const content = (await template.clone().first("content")) as { content: string };
      await template.clone().update({ content: "{" });
      service.clock.advance(MINUTE);
      await expect(fire()).rejects.toThrow();
      expect([await followUpsOf(broken.id), await followUpsOf(id)].map((all) => all.length)).toEqual([0, 1]);
      expect(await fire()).toBe(false);
      await template.clone().update(content);
      await pass(MINUTE);
      expect(await followUpsOf(broken.id)).toHaveLength(1);
    });

    it("fires late when no worker was running at its due time", async () => {
      const { id } = await sent([["no_delivery"]]);
      await pass(3 * DAY);
      expect(await followUpsOf(id)).toHaveLength(1);
    });

    it("ends a rule on no_delivery when the message is reported delivered", async () => {
      const { ids } = await sent([["no_delivery"]], numbers(20));
      const other = await sent([["no_delivery"]]);
      await scripted.report(
        scripted.submitted.filter(({ messageId }) => ids.includes(messageId)),
        "delivered",
      );
      expect((await Promise.all(ids.map(stored))).flat()).toEqual([]);
      expect(await stored(other.id)).toHaveLength(1);
    });

    it("purges a rule 30 days after its end, and keeps a waiting rule", async () => {
      const { id } = await sent([["no_delivery"], ["read"]]);
      await exchange.reports(id, "read");
      await pass(MINUTE);
      expect((await stored(id)).map(({ outcome }) => outcome)).toEqual(["read"]);
      const { id: waiting } = await sent([["no_delivery"]]);
      expect(await purgeFollowUps(service.db, service.clock.now(), 1_000)).toBeLessThan(1_000);
      expect(await stored(id)).toHaveLength(1);
      await purgeFollowUps(service.db, service.clock.now() + 1, 1_000);
      expect([await stored(id), (await stored(waiting)).length]).toEqual([[], 1]);
    });

    it("ends waiting rules whose outcome a report rules out", async () => {
      const { id } = await sent([["no_delivery"], ["no_delivery", "undelivered"]]);
      service.clock.advance(30 * SECOND);
      await exchange.reports(id, "undelivered");
      const waits = (await stored(id)).map(({ outcome, due_at }) => [outcome, due_at - service.clock.now()]);
      expect(waits.sort()).toEqual([
        ["no_delivery", 30 * SECOND],
        ["undelivered", 60 * SECOND],
      ]);
      await exchange.reports(id, "delivered");
      await pass(MINUTE);
      expect([await stored(id), await followUpsOf(id)]).toEqual([[], []]);
    });
  });

  it.each([
    ["holds the queue", held(NOT_HELD, 1)],
    ["ends the work", { ...NOT_HELD, endedUpTo: Number.MAX_SAFE_INTEGER }],
  ])("fires no rule that was read before the operator %s", async (_, later) => {
    const { id } = await sent([["no_delivery"]]);
    service.clock.advance(MINUTE);
    const reads = [NOT_HELD];
    const hold = {
      get current() {
        return reads.shift() ?? later;
      },
    };
    expect(await fireDueFollowUps({ ...service.app, hold }, accountId)).toBe(true);
    expect([revocations, await followUpsOf(id)]).toEqual([[], []]);
    expect(await stored(id)).toMatchObject([{ ended_at: null }]);
    expect(await fire()).toBe(false);
    expect(await followUpsOf(id)).toHaveLength(1);
  });

  describe("revocation of an RCS message", () => {
    it("revokes the message before its follow-up, and expires it without firing rules on expired", async () => {
      const { id } = await sent([["no_delivery"], ["expired"]]);
      await pass(MINUTE);
      expect(revocations).toEqual([[id]]);
      expect(await exchange.message(id)).toMatchObject({ status: "expired", error: { code: "expired" } });
      await pass(HOUR);
      expect(await followUpsOf(id)).toHaveLength(1);
    });

    it("counts a message that a revocation expires in the metric of transitions", async () => {
      const expired = async () => {
        const { values } = await service.app.metrics.messageTransitions.get();
        return (
          values.find(({ labels }) => labels.channel === "rcs" && labels.status === "expired")?.value ?? 0
        );
      };
      const before = await expired();
      await sent([["no_delivery"]]);
      await pass(MINUTE);
      expect(await expired()).toBe(before + 1);
    });

    it("revokes no message with a known outcome, and no SMS", async () => {
      const undelivered = await sent([["undelivered", "no_delivery"]]);
      await exchange.reports(undelivered.id, "undelivered");
      const sms = await sent([["no_delivery"]], [NUMBER], "sms");
      await pass(MINUTE);
      expect(revocations).toEqual([]);
      expect(await exchange.statusOf(sms.id)).toBe("sent");
      expect(
        [await followUpsOf(undelivered.id), await followUpsOf(sms.id)].map(({ length }) => length),
      ).toEqual([1, 1]);
    });

    it.each([
      ["returns delivered", async () => ["delivered"]],
      ["returns unknown", async () => ["unknown"]],
      ["returns nothing", async () => []],
      ["is unreachable", () => Promise.reject(new Error("socket hang up"))],
    ] as [string, () => Promise<RevokeOutcome[]>][])(
      "delays the follow-up while the carrier %s, and retries less and less often",
      async (_, outcomes) => {
        revoke = outcomes;
        const { id } = await sent([["no_delivery"]]);
        await pass(MINUTE);
        expect([await exchange.statusOf(id), (await followUpsOf(id)).length]).toEqual(["sent", 0]);
        await pass(10 * SECOND - 1);
        expect(revocations).toHaveLength(1);
        await pass(1);
        expect(revocations).toHaveLength(2);
        for (let minute = 0; minute < 60; minute += 5) await pass(5 * MINUTE);
        for (let minute = 60; minute < 24 * 60; minute += 15) await pass(15 * MINUTE);
        expect(revocations.length).toBeLessThan(60);
        expect(await followUpsOf(id)).toHaveLength(0);
        revoke = async () => ["revoked"];
        await pass(3 * HOUR);
        expect([await exchange.statusOf(id), (await followUpsOf(id)).length]).toEqual(["expired", 1]);
      },
    );

    it("fires other follow-ups while a carrier never responds to a revocation", async () => {
      revoke = () => new Promise(() => {});
      const silent = await sent([["no_delivery"]]);
      service.clock.advance(1);
      const { id } = await sent([["undelivered"]], [NUMBER], "sms");
      await exchange.reports(id, "undelivered");
      service.clock.advance(MINUTE);
      expect(await fireDueFollowUps(service.app, accountId, 20)).toBe(false);
      expect([await followUpsOf(silent.id), await followUpsOf(id)].map((all) => all.length)).toEqual([0, 1]);
      revoke = async () => ["revoked"];
      await pass(MINUTE);
      expect(await followUpsOf(silent.id)).toHaveLength(1);
    });

    it("fires the follow-ups of revoked messages when the timeout ends the revocation of others", async () => {
      const [, silent = ""] = numbers(2);
      revoke = (messages, signal) =>
        new Promise((resolve) => {
          const outcomes = messages.map(({ to }) => (to === silent ? "unknown" : "revoked"));
          signal.addEventListener("abort", () => resolve(outcomes));
        });
      const { ids } = await sent([["no_delivery"]], numbers(2));
      service.clock.advance(MINUTE);
      await fireDueFollowUps(service.app, accountId, 20);
      expect(await Promise.all(ids.map(exchange.statusOf))).toEqual(["expired", "sent"]);
      const followUps = await Promise.all(ids.map(followUpsOf));
      expect(followUps.map(({ length }) => length)).toEqual([1, 0]);
      revoke = async () => ["revoked"];
      await pass(MINUTE);
      expect(revocations).toEqual([ids, ids.slice(1)]);
      expect(await followUpsOf(ids[1] ?? "")).toHaveLength(1);
    });

    it("fires no follow-up when the carrier's delivered report arrives", async () => {
      revoke = async () => ["delivered"];
      const { id } = await sent([["no_delivery"]]);
      await pass(MINUTE);
      await exchange.reports(id, "delivered");
      await pass(HOUR);
      expect([await exchange.statusOf(id), await followUpsOf(id), await stored(id)]).toEqual([
        "delivered",
        [],
        [],
      ]);
    });

    it("fires no follow-up when the report arrives during the revocation", async () => {
      const { id } = await sent([["no_delivery"]]);
      revoke = async () => {
        await exchange.reports(id, "delivered");
        return ["revoked"];
      };
      await pass(MINUTE);
      expect([await exchange.statusOf(id), await followUpsOf(id)]).toEqual(["delivered", []]);
    });

    it("fires at the time set by a report that arrives while the revocation is unknown", async () => {
      const { id } = await sent([["no_delivery", "undelivered"]]);
      revoke = async () => {
        await exchange.reports(id, "undelivered");
        return ["unknown"];
      };
      await pass(MINUTE);
      await pass(MINUTE - 1);
      expect(await followUpsOf(id)).toHaveLength(0);
      await pass(1);
      expect(await followUpsOf(id)).toHaveLength(1);
    });

    it("fails the follow-up when the carrier cannot send its content", async () => {
      const { id } = await sent([["no_delivery"]]);
      service.clock.advance(MINUTE);
      const unsupportedContent = () => ({ field: "text", message: "is not possible here" });
      await fireDueFollowUps({ ...service.app, connections: { unsupportedContent } }, accountId);
      const [followUp] = await followUpsOf(id);
      const message = "the carrier sandbox cannot send this content: its text is not possible here";
      expect(followUp).toMatchObject({ status: "error", error: { code: "carrier_rejected", message } });
      // The message is not revoked when the follow-up cannot replace it.
      expect([await exchange.statusOf(id), revocations]).toEqual(["sent", []]);
    });

    it("does not revoke the message when the follow-up's channel has no sender", async () => {
      const { id } = await sent([["no_delivery"]]);
      await service.db("senders").where({ account_id: accountId, channel: "sms" }).del();
      await pass(MINUTE);
      expect(await followUpsOf(id)).toMatchObject([{ status: "error", error: { code: "no_sender" } }]);
      expect([await exchange.statusOf(id), revocations]).toEqual(["sent", []]);
    });

    it.each([
      ["frequency", { min_interval_seconds: 3_600 }],
      ["outside_window", { windows: [{ days: ["sun"], from: "00:00", to: "00:01" }], outside: "block" }],
      ["no_consent", { require_consent: true }],
    ])("does not revoke the message when the follow-up is blocked by %s", async (reason, rule) => {
      const { id } = await sent([["no_delivery"]]);
      await request.put("/v3/sending-rules/transactional").send(rule).expect(200);
      await pass(MINUTE);
      expect(await followUpsOf(id)).toMatchObject([{ status: "blocked", block_reason: reason }]);
      expect([await exchange.statusOf(id), revocations]).toEqual(["sent", []]);
    });

    it("revokes only the messages to numbers that may get the follow-up", async () => {
      const [suppressed = "", open = ""] = numbers(2);
      const { ids } = await sent([["no_delivery"]], [suppressed, open]);
      await service.contact({ phone: suppressed, suppressedOn: ["sms"], accountId });
      await pass(MINUTE);
      expect(revocations).toEqual([ids.slice(1)]);
      expect(await Promise.all(ids.map(exchange.statusOf))).toEqual(["sent", "expired"]);
    });

    it("revokes at the carrier that accepted the message, though the sender has moved", async () => {
      const { id } = await sent([["no_delivery"]]);
      const sender = await defaultSender(service.db, accountId, "rcs");
      if (!sender) throw new Error("the account has no sender");
      await setSender(
        service.db,
        sender,
        { carrier: "other" },
        { now: service.clock.now(), ids: service.app.ids },
      );
      await pass(MINUTE);
      expect(revocations).toEqual([[id]]);
    });

    it("leaves the message sent when the carrier cannot revoke", async () => {
      const { revoke: removed, ...without } = scripted.carrier;
      expect(removed).toBeDefined();
      const { id } = await sent([["no_delivery"]]);
      service.clock.advance(MINUTE);
      const app = { ...service.app, carriers: new Map([["sandbox", without]]) };
      await fireDueFollowUps(app, accountId);
      expect([await exchange.statusOf(id), (await followUpsOf(id)).length]).toEqual(["sent", 1]);
      await exchange.reports(id, "delivered");
      expect(await exchange.statusOf(id)).toBe("delivered");
    });
  });

  describe("reports and replies in any order, with repetitions", () => {
    const RULES: readonly (readonly Outcome[])[] = [
      ["delivered"],
      ["read"],
      ["undelivered", "expired"],
      ["no_delivery"],
      ["no_delivery", "read", "expired"],
    ];
    const REPLIES = { a: "Oi", b: "SAIR", c: "Quanto custa?" };
    type Reply = keyof typeof REPLIES;
    type Step = { report: ReportedStatus } | { reply: Reply };

    const arrive = async (id: string, step: Step, from = NUMBER) => {
      if ("report" in step) return exchange.reports(id, step.report);
      const reference = `${id} ${step.reply}`;
      return exchange.reply(from, REPLIES[step.reply], { inReplyTo: id, reference });
    };
    const negative = fc.constantFrom<ReportedStatus[]>([], ["undelivered"], ["expired"]);
    const positive = fc.subarray<ReportedStatus>(["delivered", "read"]);
    const replies = fc.subarray<Reply>(["a", "b", "c"]);
    const repeated = (steps: Step[]) =>
      fc.array(fc.nat({ max: Math.max(0, steps.length - 1) }), { maxLength: 6 }).chain((again) =>
        fc.shuffledSubarray([...steps, ...again.flatMap((index) => steps[index] ?? [])], {
          minLength: steps.length + (steps.length > 0 ? again.length : 0),
        }),
      );
    const arrivals = fc
      .tuple(negative, positive, replies)
      .chain(([no, yes, replied]) =>
        fc.tuple(
          fc.constant({ no, yes, replied }),
          repeated([
            ...[...no, ...yes].map((report) => ({ report })),
            ...replied.map((reply) => ({ reply })),
          ]),
        ),
      );

    it("produces the same records and follow-ups", async () => {
      const { template, targets } = await templateWith(RULES, "sms");
      let people = 0;
      await fc.assert(
        fc.asyncProperty(arrivals, async ([{ no, yes, replied }, steps]) => {
          const number = `+55119${70_001_234 + 10_000 * (people += 1)}`;
          const id = await exchange.sendOne({ template }, number);
          await service.drain();
          for (const step of steps) await arrive(id, step, number);
          await pass(MINUTE);
          const status = yes.includes("read") ? "read" : (yes[0] ?? no[0] ?? "sent");
          expect((await exchange.message(id)).status).toBe(status);
          const met = (outcome: Outcome) => {
            if (outcome === "delivered") return yes.length > 0;
            return outcome === "no_delivery" ? yes.length === 0 : outcome === status;
          };
          const followUps = await followUpsOf(id);
          const expected = targets.filter((_, index) => RULES[index]?.some(met));
          expect(followUps.map(({ template_id }) => template_id).sort()).toEqual([...expected].sort());
          const optedOut = replied.includes("b");
          for (const followUp of followUps) expect(followUp.status === "blocked").toBe(optedOut);
          const { data } = await exchange.inbound({ sender: number });
          expect(data.map(({ text }) => text).sort()).toEqual(replied.map((reply) => REPLIES[reply]).sort());
          expect(data.every(({ paired_message_id }) => paired_message_id === id)).toBe(true);
        }),
        { numRuns: runs(12) },
      );
    });

    it("fires no rule twice", async () => {
      const { template, targets } = await templateWith(RULES, "rcs");
      const step = fc.oneof(
        fc
          .constantFrom<ReportedStatus>("delivered", "read", "undelivered", "expired")
          .map((report) => ({ report })),
        fc.constantFrom(1, 30, 61, 3_600).map((seconds) => ({ seconds })),
        fc.constantFrom<RevokeOutcome>("revoked", "delivered", "unknown").map((outcome) => ({ outcome })),
      );
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
          const id = await exchange.sendOne({ template }, NUMBER);
          await service.drain();
          for (const one of steps) {
            if ("report" in one) await exchange.reports(id, one.report);
            else if ("seconds" in one) await pass(one.seconds * SECOND);
            else revoke = async (messages) => messages.map(() => one.outcome);
          }
          await Promise.all([fire(), fire()]);
          const fired = (await followUpsOf(id)).map(({ template_id }) => template_id);
          expect(new Set(fired).size).toBe(fired.length);
          expect(fired.every((target) => targets.includes(target ?? ""))).toBe(true);
        }),
        { numRuns: runs(12) },
      );
    });
  });

  it("keeps the roll-up equal to a count of the messages", async () => {
    const { ids } = await sent([["no_delivery"], ["undelivered"], ["delivered"]], numbers(12));
    await exchange.reports(ids[0] ?? "", "undelivered");
    await exchange.reports(ids[1] ?? "", "undelivered", "delivered");
    await service.contact({ phone: numbers(3)[2] ?? "", suppressedOn: ["sms"], accountId });
    service.clock.advance(MINUTE);
    await Promise.all([fire(), fire()]);
    await service.drain();
    const messages = await exchange.messages({ limit: 1000 });
    expect(messages.length).toBeGreaterThan(20);
    for (const status of MESSAGE_STATUSES) {
      const counted = await countMessages(service.db, accountId, { statuses: [status] });
      expect([status, counted]).toEqual([status, messages.filter((one) => one.status === status).length]);
    }
  });
});

function raise(): never {
  throw new Error("died");
}
