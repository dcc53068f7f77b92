import { setTimeout as pause } from "node:timers/promises";
import type { Carrier, DeliveryReport, Submission, SubmitOutcome } from "../../src/carriers/carrier";
import { DeliveryReports } from "../../src/features/dispatch/delivery-reports";
import { createDispatcher } from "../../src/features/dispatch/dispatcher";
import { LEASE } from "../../src/features/dispatch/leased-jobs";
import { Foreground } from "../../src/platform/concurrency/foreground";
import type { MessageStatus } from "../../src/features/messages/message";
import { databases } from "../support/databases";
import { scriptedCarrier } from "../support/carrier";
import { type TestAccount, testService } from "../support/service";
import { until } from "../support/until";

/** Short, so that no test waits long for it. */
const DEADLINE_MS = 60;

const accepted = (messages: readonly Submission[]): SubmitOutcome[] =>
  messages.map(() => ({ type: "accepted" }));
const never = () => new Promise<SubmitOutcome[]>(() => {});

describe.each(databases)("dispatch to carriers that are slow, on %s", (database) => {
  const prompt = scriptedCarrier();
  const careless = scriptedCarrier({ name: "careless", idempotent: false, deadlineMs: DEADLINE_MS });
  const careful = scriptedCarrier({ name: "careful", idempotent: true, deadlineMs: DEADLINE_MS });
  const all = [prompt, careless, careful];
  const service = testService(database, {
    override: () => ({ carriers: new Map(all.map(({ carrier }) => [carrier.name, carrier])) }),
  });
  let made = 0;

  /** An account whose SMS go out by the carrier. */
  const accountAt = async ({ name }: Carrier): Promise<TestAccount> => {
    const account = await service.account(`${name} ${++made}`);
    await service.db("senders").where({ account_id: account.accountId }).update({ carrier: name });
    return account;
  };
  const send = async (account: TestAccount, count = 1): Promise<string[]> => {
    const recipients = Array.from({ length: count }, (_, index) => ({ to: `+55119876500${10 + index}` }));
    const body = { channel: "sms", content: { type: "text", text: "x" }, recipients };
    const response = await account.request.post("/v3/messages").send(body).expect(202);
    return (response.body.data as { message_id: string }[]).map(({ message_id }) => message_id);
  };
  const statusesOf = async (ids: readonly string[]) =>
    (await service.db("messages").whereIn("id", ids).orderBy("id").pluck("status")) as MessageStatus[];
  const reportOf = ({ accountId }: TestAccount, messageId: string): DeliveryReport => ({
    ...{ accountId, messageId, status: "delivered", error: null },
    occurredAt: service.clock.now(),
  });
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  beforeEach(async () => {
    await service.db("jobs").del();
    for (const one of all) {
      one.behaves(async (messages) => accepted(messages));
      one.handed.length = 0;
    }
  });

  it("does not keep others waiting for one that never answers", async () => {
    careful.behaves(never);
    const [stuck, free] = [await accountAt(careful.carrier), await accountAt(prompt.carrier)];
    const [hanging, passing] = [await send(stuck, 5), await send(free, 5)];
    const working = service.dispatcher.workOff();
    await until(
      "the others are sent",
      10,
      async () => (await statusesOf(passing)).every((one) => one === "sent"),
      5,
    );
    expect(new Set(await statusesOf(hanging))).toEqual(new Set(["pending"]));
    await working;
  });

  it("submits again what a carrier that goes by ids did not answer in time", async () => {
    const account = await accountAt(careful.carrier);
    careful.behaves(never);
    const ids = await send(account);
    await service.dispatcher.workOff();
    expect(await statusesOf(ids)).toEqual(["pending"]);
    careful.behaves(async (messages) => accepted(messages));
    service.clock.advance(1_000);
    await service.dispatcher.workOff();
    expect(await statusesOf(ids)).toEqual(["sent"]);
    expect(careful.handed.map(({ messageId, attempt }) => [messageId, attempt])).toEqual([
      [ids[0], 0],
      [ids[0], 1],
    ]);
  });

  it("submits again once at most what any other carrier did not answer in time", async () => {
    const account = await accountAt(careless.carrier);
    careless.behaves(never);
    const ids = await send(account);
    for (let round = 0; round < 3; round += 1) {
      await service.dispatcher.workOff();
      service.clock.advance(10_000);
    }
    expect(careless.handed).toHaveLength(2);
    expect(await statusesOf(ids)).toEqual(["failed"]);
    const { error } = (await service.db("messages").where({ id: ids[0] }).first("error")) as {
      error: string;
    };
    expect(JSON.parse(error)).toMatchObject({ code: "carrier_unreachable" });
  });

  it("takes a report for the answer that never came", async () => {
    const account = await accountAt(careless.carrier);
    careless.behaves(never);
    const ids = await send(account);
    await service.dispatcher.workOff();
    await service.app.deliveryReports.from("careless")([reportOf(account, ids[0] ?? "")]);
    expect(await statusesOf(ids)).toEqual(["pending"]);
    service.clock.advance(1_000);
    await service.dispatcher.workOff();
    expect(await statusesOf(ids)).toEqual(["delivered"]);
    expect(careless.handed).toHaveLength(1);
  });

  it("tells the carrier that nobody waits any longer", async () => {
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

  it("sends small jobs of one sender together", async () => {
    const account = await accountAt(prompt.carrier);
    const submit = jest.spyOn(prompt.carrier, "submit");
    const ids = (await Promise.all(Array.from({ length: 20 }, () => send(account)))).flat();
    await service.dispatcher.workOff();
    const sizes = submit.mock.calls.map(([messages]) => messages.length);
    submit.mockRestore();
    expect(sizes).toEqual([20]);
    expect(new Set(await statusesOf(ids))).toEqual(new Set(["sent"]));
  });

  it("keeps a report that another process gets before the submission is written", async () => {
    const account = await accountAt(prompt.carrier);
    let answer = () => {};
    prompt.behaves((messages) => new Promise((resolve) => (answer = () => resolve(accepted(messages)))));
    const ids = await send(account, 2);
    const working = service.dispatcher.workOff();
    while (prompt.handed.length === 0) await turn();
    const elsewhere = new DeliveryReports(service.app);
    await elsewhere.from("sandbox")(ids.map((id) => reportOf(account, id)));
    expect(await statusesOf(ids)).toEqual(["pending", "pending"]);
    expect(await service.db("unmatched_reports")).toHaveLength(2);
    answer();
    await working;
    expect(await statusesOf(ids)).toEqual(["delivered", "delivered"]);
    expect(await service.db("unmatched_reports")).toEqual([]);
  });

  it("goes by reports that waited for a process which died before it looked at them", async () => {
    const account = await accountAt(prompt.carrier);
    const ids = await send(account);
    await service.db("unmatched_reports").insert({
      ...{ carrier: "sandbox", reference: ids[0], account_id: account.accountId, id: service.app.ids.next() },
      report: JSON.stringify({ status: "delivered", error: null, occurredAt: service.clock.now() }),
      received_at: service.clock.now(),
    });
    await service.app.deliveryReports.matchLeft();
    expect(await statusesOf(ids)).toEqual(["pending"]);
    await service.db("messages").where({ id: ids[0] }).update({ status: "sent" });
    await service.app.deliveryReports.matchLeft();
    expect(await statusesOf(ids)).toEqual(["delivered"]);
  });

  it("does not hand a message on twice when two processes have work for one sender", async () => {
    const account = await accountAt(prompt.carrier);
    const ids = (await Promise.all(Array.from({ length: 12 }, () => send(account, 3)))).flat();
    const others = [createDispatcher(service.app), createDispatcher(service.app)];
    await Promise.all(others.map((one) => one.workOff()));
    expect(prompt.handed.map(({ messageId }) => messageId).sort()).toEqual([...ids].sort());
  });

  it("sends a message of one account while the many of another are read", async () => {
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
    expect(prompt.handed).toHaveLength(61);
  });

  it("gives back the many that could not be read, and tries again after a rest", async () => {
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
    expect(prompt.handed).toHaveLength(60);
    expect(await service.db("jobs").where({ kind: "submission" })).toEqual([]);
  });

  it("stops while a carrier does not answer, and leaves what it had to the next", async () => {
    const account = await accountAt(careful.carrier);
    careful.behaves(never);
    const ids = await send(account, 3);
    const first = createDispatcher(service.app);
    first.start();
    while (careful.handed.length === 0) await pause(5);
    await first.stop();
    careful.behaves(async (messages) => accepted(messages));
    service.clock.advance(LEASE);
    await createDispatcher(service.app).workOff();
    expect(new Set(await statusesOf(ids))).toEqual(new Set(["sent"]));
  });
});
