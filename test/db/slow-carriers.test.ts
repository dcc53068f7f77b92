import { setTimeout as pause } from "node:timers/promises";
import type { Carrier, DeliveryReport, Submission, SubmitOutcome } from "../../src/carriers/carrier";
import { DeliveryReports } from "../../src/features/dispatch/delivery-reports";
import { createDispatcher } from "../../src/features/dispatch/dispatcher";
import { LEASE_MS } from "../../src/queue/lease-lengths";
import { MINUTE } from "../../src/platform/time";
import { Foreground } from "../../src/platform/concurrency/foreground";
import type { MessageStatus } from "../../src/features/messages/message";
import { type Account, testAccount } from "../support/accounts";
import { databases } from "../support/databases";
import { acceptAll, scriptedCarrier } from "../support/carrier";
import { type TestAccount, testService } from "../support/service";
import { times } from "../support/times";
import { until } from "../support/until";

const DEADLINE_MS = 60;

const throttleAll = async (messages: readonly Submission[]): Promise<SubmitOutcome[]> => {
  const error = { code: "carrier_unreachable", message: "busy", carrierCode: null } as const;
  return messages.map(() => ({ type: "throttled", error, retryAfterMs: 2 * MINUTE }));
};

const never = () => new Promise<SubmitOutcome[]>(() => {});

describe.each(databases)("dispatch to slow carriers on %s", (database) => {
  const prompt = scriptedCarrier();
  const careless = scriptedCarrier({ name: "careless", idempotent: false, deadlineMs: DEADLINE_MS });
  const careful = scriptedCarrier({ name: "careful", idempotent: true, deadlineMs: DEADLINE_MS });
  const all = [prompt, careless, careful];
  const service = testService(database, {
    override: () => ({ carriers: new Map(all.map(({ carrier }) => [carrier.name, carrier])) }),
  });

  const accountAt = async ({ name }: Carrier): Promise<Account> => {
    const account = await testAccount(service);
    await service.db("senders").where({ account_id: account.accountId }).update({ carrier: name });
    return account;
  };
  const send = ({ exchange }: Account, count = 1): Promise<string[]> =>
    exchange.send(
      { text: "x" },
      times(count, (index) => `+55119876500${10 + index}`),
    );
  const statusesOf = async (ids: readonly string[]) =>
    (await service.db("messages").whereIn("id", ids).orderBy("id").pluck("status")) as MessageStatus[];
  const reportOf = ({ accountId }: TestAccount, messageId: string): DeliveryReport => ({
    accountId,
    messageId,
    status: "delivered",
    error: null,
    occurredAt: service.clock.now(),
  });
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  beforeEach(async () => {
    await service.db("jobs").del();
    for (const one of all) {
      one.behaves(acceptAll);
      one.submitted.length = 0;
    }
  });

  it("sends through other carriers while one never responds", async () => {
    careful.behaves(never);
    const [stuck, free] = [await accountAt(careful.carrier), await accountAt(prompt.carrier)];
    const [stuckIds, freeIds] = [await send(stuck, 5), await send(free, 5)];
    const working = service.dispatcher.workOff();
    const areSent = async () => (await statusesOf(freeIds)).every((one) => one === "sent");
    await until("messages of the other carrier are sent", 10, areSent, 5);
    expect(new Set(await statusesOf(stuckIds))).toEqual(new Set(["pending"]));
    await working;
  });

  it("resubmits a timed-out submission to an idempotent carrier", async () => {
    const account = await accountAt(careful.carrier);
    careful.behaves(never);
    const ids = await send(account);
    await service.dispatcher.workOff();
    expect(await statusesOf(ids)).toEqual(["pending"]);
    careful.behaves(acceptAll);
    service.clock.advance(1_000);
    await service.dispatcher.workOff();
    expect(await statusesOf(ids)).toEqual(["sent"]);
    expect(careful.submitted.map(({ messageId, attempt }) => [messageId, attempt])).toEqual([
      [ids[0], 0],
      [ids[0], 1],
    ]);
  });

  it("resubmits a timed-out submission to any other carrier at most once", async () => {
    const account = await accountAt(careless.carrier);
    careless.behaves(never);
    const ids = await send(account);
    for (let round = 0; round < 3; round += 1) {
      await service.dispatcher.workOff();
      service.clock.advance(10_000);
    }
    expect(careless.submitted).toHaveLength(2);
    expect(await statusesOf(ids)).toEqual(["failed"]);
    const { error } = (await service.db("messages").where({ id: ids[0] }).first("error")) as {
      error: string;
    };
    expect(JSON.parse(error)).toMatchObject({ code: "carrier_unreachable" });
  });

  it("settles a timed-out submission by its delivery report", async () => {
    const account = await accountAt(careless.carrier);
    careless.behaves(never);
    const ids = await send(account);
    await service.dispatcher.workOff();
    await service.app.deliveryReports.from("careless")([reportOf(account, ids[0] ?? "")]);
    expect(await statusesOf(ids)).toEqual(["pending"]);
    service.clock.advance(1_000);
    await service.dispatcher.workOff();
    expect(await statusesOf(ids)).toEqual(["delivered"]);
    expect(careless.submitted).toHaveLength(1);
  });

  it("submits nothing of a sender until the pause that its carrier requested has ended", async () => {
    const account = await accountAt(careful.carrier);
    careful.behaves(throttleAll);
    await send(account);
    await service.dispatcher.workOff();
    careful.behaves(acceptAll);
    for (const seconds of [0, 60, 59]) {
      service.clock.advance(seconds * 1_000);
      await send(account);
      await service.dispatcher.workOff();
      expect(careful.submitted).toHaveLength(1);
    }
    service.clock.advance(1_000);
    await service.dispatcher.workOff();
    expect(careful.submitted).toHaveLength(1 + 4);
  });

  it("ends a pause when the clock is set back", async () => {
    const account = await accountAt(careful.carrier);
    careful.behaves(throttleAll);
    await send(account);
    await service.dispatcher.workOff();
    careful.behaves(acceptAll);
    service.clock.advance(-10 * MINUTE);
    await send(account);
    await service.dispatcher.workOff();
    expect(careful.submitted).toHaveLength(2);
    service.clock.advance(10 * MINUTE);
  });

  it("aborts the signal of a submission at its deadline", async () => {
    const account = await accountAt(careful.carrier);
    let aborted = false;
    const submit = jest.spyOn(careful.carrier, "submit").mockImplementationOnce((_, signal) => {
      signal.addEventListener("abort", () => (aborted = true));
      return never();
    });
    await send(account);
    await service.dispatcher.workOff();
    submit.mockRestore();
    expect(aborted).toBe(true);
  });

  it("submits small jobs of one sender in one batch", async () => {
    const account = await accountAt(prompt.carrier);
    const submit = jest.spyOn(prompt.carrier, "submit");
    const ids = (await Promise.all(Array.from({ length: 20 }, () => send(account)))).flat();
    await service.dispatcher.workOff();
    const sizes = submit.mock.calls.map(([messages]) => messages.length);
    submit.mockRestore();
    expect(sizes).toEqual([20]);
    expect(new Set(await statusesOf(ids))).toEqual(new Set(["sent"]));
  });

  it("stores a report that another process receives before the submission is written", async () => {
    const account = await accountAt(prompt.carrier);
    let respond = () => {};
    prompt.behaves((messages) => new Promise((resolve) => (respond = () => resolve(acceptAll(messages)))));
    const ids = await send(account, 2);
    const working = service.dispatcher.workOff();
    while (prompt.submitted.length === 0) await turn();
    const elsewhere = new DeliveryReports(service.app);
    await elsewhere.from("sandbox")(ids.map((id) => reportOf(account, id)));
    expect(await statusesOf(ids)).toEqual(["pending", "pending"]);
    expect(await service.db("unmatched_reports")).toHaveLength(2);
    respond();
    await working;
    expect(await statusesOf(ids)).toEqual(["delivered", "delivered"]);
    expect(await service.db("unmatched_reports")).toEqual([]);
  });

  it("matches stored reports that a crashed process left", async () => {
    const account = await accountAt(prompt.carrier);
    const ids = await send(account);
    await service.db("unmatched_reports").insert({
      carrier: "sandbox",
      reference: ids[0],
      account_id: account.accountId,
      id: service.app.ids.next(),
      report: JSON.stringify({ status: "delivered", error: null, occurredAt: service.clock.now() }),
      received_at: service.clock.now(),
    });
    await service.app.deliveryReports.matchLeft();
    expect(await statusesOf(ids)).toEqual(["pending"]);
    await service.db("messages").where({ id: ids[0] }).update({ status: "sent" });
    await service.app.deliveryReports.matchLeft();
    expect(await statusesOf(ids)).toEqual(["delivered"]);
  });

  it("submits each message once when two processes serve one sender", async () => {
    const account = await accountAt(prompt.carrier);
    const ids = (await Promise.all(Array.from({ length: 12 }, () => send(account, 3)))).flat();
    const others = [createDispatcher(service.app), createDispatcher(service.app)];
    await Promise.all(others.map((one) => one.workOff()));
    expect(prompt.submitted.map(({ messageId }) => messageId).sort()).toEqual([...ids].sort());
  });

  it("sends a message of one account while many messages of another are read", async () => {
    const [busy, other] = [await accountAt(prompt.carrier), await accountAt(prompt.carrier)];
    const many = await send(busy, 60);
    let read = () => {};
    const reading = new Promise<void>((resolve) => (read = resolve));
    const foreground = Object.assign(new Foreground(), { yieldToRequests: () => reading });
    const dispatcher = createDispatcher({ ...service.app, foreground });
    dispatcher.start();
    while (
      (await service.db("jobs").where({ account_id: busy.accountId }).where("leases", ">", 0)).length === 0
    ) {
      await pause(5);
    }
    const [one = ""] = await send(other);
    dispatcher.notify();
    await until("it is sent", 10, async () => (await statusesOf([one]))[0] === "sent", 5);
    expect(new Set(await statusesOf(many))).toEqual(new Set(["pending"]));
    read();
    await dispatcher.stop();
    await service.dispatcher.workOff();
    expect(new Set(await statusesOf(many))).toEqual(new Set(["sent"]));
    expect(prompt.submitted).toHaveLength(61);
  });

  it("releases messages that could not be read, and retries them later", async () => {
    const account = await accountAt(prompt.carrier);
    const many = await send(account, 60);
    const foreground = new Foreground();
    const gives = jest
      .spyOn(foreground, "yieldToRequests")
      .mockRejectedValueOnce(new Error("the reading failed"));
    const dispatcher = createDispatcher({ ...service.app, foreground });
    dispatcher.start();
    await until("they are sent", 10, async () => (await statusesOf(many)).every((one) => one === "sent"), 20);
    await dispatcher.stop();
    expect(gives.mock.calls.length).toBeGreaterThan(1);
    expect(prompt.submitted).toHaveLength(60);
    expect(await service.db("jobs").where({ kind: "submission" })).toEqual([]);
  });

  it("stops while a carrier does not respond, and leaves its messages to the next process", async () => {
    const account = await accountAt(careful.carrier);
    careful.behaves(never);
    const ids = await send(account, 3);
    const first = createDispatcher(service.app);
    first.start();
    while (careful.submitted.length === 0) await pause(5);
    await first.stop();
    careful.behaves(acceptAll);
    service.clock.advance(LEASE_MS.submission);
    await createDispatcher(service.app).workOff();
    expect(new Set(await statusesOf(ids))).toEqual(new Set(["sent"]));
  });
});
