import { createDispatcher } from "../../src/features/dispatch/dispatcher";
import type { Submission, SubmitOutcome } from "../../src/carriers/carrier";
import type { components } from "../../generated/schema";
import { DAY, MINUTE, SECOND, toTimestamp } from "../../src/platform/time";
import { Campaigns } from "../support/campaigns";
import { acceptAll, retryAll, scriptedCarrier } from "../support/carrier";
import { databases } from "../support/databases";
import { Exchange } from "../support/exchange";
import { testService } from "../support/service";
import { times } from "../support/times";
import { withTransactions } from "../support/transactions";
import { until } from "../support/until";

type Sent = components["schemas"]["SendMessagesResponse"];

/** A Friday, one second before 18:00 in Sao Paulo and 17:00 in Manaus. */
const FRIDAY = Date.parse("2026-09-04T20:59:59Z");
const TUESDAY = Date.parse("2026-09-08T11:00:00Z");
const OFFICE = {
  windows: [{ days: ["mon", "tue", "wed", "thu", "fri"], from: "08:00", to: "18:00" }],
  holidays: "br",
};

describe.each(databases)("the end of a sending window on %s", (database) => {
  const peer = scriptedCarrier({ batchSize: 5, window: 1 });
  const service = testService(database, {
    override: () => ({ carriers: new Map([["sandbox", peer.carrier]]) }),
  });
  const exchange = new Exchange(service);
  const campaigns = new Campaigns(service);
  let made = 0;
  const numbers = (count: number, area = "11") =>
    times(count, () => `+55${area}9876${String((made += 1)).padStart(5, "0")}`);
  const send = async (to: readonly string[], fields: object = {}) => {
    const body = {
      channel: "sms",
      purpose: "marketing",
      content: { type: "text", text: "Oferta" },
      recipients: to.map((one) => ({ to: one })),
      ...fields,
    };
    const { data } = await exchange.posted<Sent>("/v3/messages", body, 202);
    return data.map(({ message_id }) => message_id ?? "");
  };
  const rule = (fields: object, purpose = "marketing") =>
    service.request.put(`/v3/sending-rules/${purpose}`).send(fields).expect(200);
  const submittedTo = () => peer.submitted.map(({ to }) => to);
  const jobs = () => service.db("jobs").where({ kind: "submission" }).select("attempt", "not_before");
  const throttleAll = async (messages: readonly Submission[]): Promise<SubmitOutcome[]> => {
    const error = { code: "carrier_unreachable", message: "busy", carrierCode: null } as const;
    return messages.map(() => ({ type: "throttled", error, retryAfterMs: MINUTE }));
  };

  beforeEach(async () => {
    peer.behaves(acceptAll);
    for (const purpose of ["otp", "transactional", "marketing"]) {
      await service.request.delete(`/v3/sending-rules/${purpose}`).expect(204);
    }
    await service.db("jobs").where({ kind: "submission" }).del();
    peer.submitted.length = 0;
    service.clock.set(FRIDAY);
  });

  it("submits a message once when only a part of its job was moved", async () => {
    await rule(OFFICE);
    const [here, west] = [numbers(2), numbers(1, "92")];
    await send([...here, ...west]);
    peer.behaves(retryAll);
    await service.drain();
    expect(peer.submitted).toHaveLength(3);
    peer.submitted.length = 0;
    peer.behaves(throttleAll);
    await service.drainAfter(10 * SECOND);
    expect(submittedTo()).toEqual(west);
    peer.submitted.length = 0;
    peer.behaves(acceptAll);
    service.clock.set(TUESDAY);
    await service.drain();
    expect(submittedTo().sort()).toEqual(here);
  });

  it("gives the carrier the end of the window", async () => {
    await rule(OFFICE);
    await send(numbers(1));
    await send(numbers(1), { purpose: "otp" });
    await service.drain();
    const ends = peer.submitted.map(({ purpose, openUntil }) => [purpose, openUntil]);
    expect(new Map(ends as [string, number][])).toEqual(
      new Map([
        ["marketing", FRIDAY + SECOND],
        ["otp", undefined],
      ]),
    );
  });

  it("moves the messages of many sends to few jobs", async () => {
    await rule(OFFICE);
    const ids: string[] = [];
    for (const to of numbers(12)) ids.push(...(await send([to])));
    await service.drainAfter(MINUTE);
    const later = await jobs();
    expect(later.map(({ not_before }) => not_before)).toEqual(later.map(() => TUESDAY));
    expect(later.length).toBeLessThan(4);
    const moved = await service.db("messages").whereIn("id", ids).pluck("not_before");
    expect(moved).toEqual(ids.map(() => TUESDAY));
    service.clock.set(TUESDAY);
    await service.drain();
    expect(peer.submitted).toHaveLength(12);
  });

  it("lets a retried message that waits for the next opening be canceled", async () => {
    await rule(OFFICE);
    const [id] = await send(numbers(1));
    peer.behaves(retryAll);
    await service.drain();
    await service.drainAfter(10 * SECOND);
    await service.request.post(`/v3/messages/${id}/cancel`).expect(200);
    service.clock.set(TUESDAY);
    await service.drain();
    expect(peer.submitted).toHaveLength(1);
  });

  it("ends the waiting messages of a deleted campaign at once", async () => {
    await rule(OFFICE);
    service.clock.advance(MINUTE);
    const template = await campaigns.template("Oferta");
    await service.request.patch(`/v3/templates/${template}`).send({ purpose: "marketing" }).expect(200);
    const id = await campaigns.launched({ list: await campaigns.list(3), template });
    await service.drain();
    await campaigns.expect(id, { progress: { pending: 3, waiting: 3 } });
    await service.request.post(`/v3/campaigns/${id}/stop`).expect(202);
    await campaigns.does("schedule", id, { scheduled_at: toTimestamp(TUESDAY) });
    await service.request.delete(`/v3/campaigns/${id}`).expect(204);
    await service.drain();
    const statuses = await service.db("messages").where({ campaign_id: id }).pluck("status");
    expect(statuses).toEqual(["expired", "expired", "expired"]);
  });

  it("ends a reservation whose write seemed to fail", async () => {
    await rule({ max_per_recipient: { messages: 1, days: 7 } });
    const [id = ""] = await send(numbers(1));
    const reserved = () => service.db("submission_reservations").pluck("message_id");
    let failures = 0;
    const db = withTransactions(service.db, async (work) => {
      const result = await service.db.transaction(work);
      if (failures > 0 || (await reserved()).length === 0) return result;
      failures += 1;
      throw Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
    });
    await createDispatcher({ ...service.app, db }).workOff();
    expect([failures, peer.submitted, await reserved()]).toEqual([1, [], []]);
    await service.drainAfter(5 * SECOND);
    expect(await exchange.message(id)).toMatchObject({ status: "sent" });
  });

  it("applies a cap that is added while a message waits for its carrier", async () => {
    const to = numbers(1);
    service.clock.set(TUESDAY + DAY);
    await send(to, { purpose: "otp" });
    await service.drain();
    let respond: (() => void) | null = null;
    peer.behaves((messages) => new Promise((resolve) => (respond = () => resolve(acceptAll(messages)))));
    await send(numbers(1));
    const first = service.dispatcher.workOff();
    await until("the carrier is busy", 5, async () => respond !== null, 5);
    const [id = ""] = await send(to, { purpose: "otp" });
    const second = service.dispatcher.workOff();
    const isLeased = async () =>
      (await service.db("jobs").where({ kind: "submission", lease: null }).first()) === undefined;
    await until("the code waits for the carrier", 5, isLeased, 5);
    await rule({ max_per_recipient: { messages: 1, days: 7 } }, "otp");
    service.clock.advance(6 * SECOND);
    peer.behaves(acceptAll);
    (respond as (() => void) | null)?.();
    await Promise.all([first, second]);
    await service.drain();
    expect(await exchange.message(id)).toMatchObject({ status: "blocked", block_reason: "frequency" });
  });
});
