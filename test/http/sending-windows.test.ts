import { setImmediate } from "node:timers/promises";
import { createDispatcher } from "../../src/features/dispatch/dispatcher";
import { insertSender } from "../../src/features/senders/senders.store";
import { DAY, HOUR, MINUTE, SECOND, toTimestamp } from "../../src/platform/time";
import type { components } from "../../generated/schema";
import { Campaigns } from "../support/campaigns";
import { acceptAll, scriptedCarrier } from "../support/carrier";
import { databases } from "../support/databases";
import { Exchange } from "../support/exchange";
import { testService } from "../support/service";
import { times } from "../support/times";

type Sent = components["schemas"]["SendMessagesResponse"];
type Preview = components["schemas"]["PreviewMessagesResponse"];

/** A Friday, 17:55 in Sao Paulo and 16:55 in Manaus. */
const FRIDAY = Date.parse("2026-09-04T20:55:00Z");
const MONDAY_TO_FRIDAY = ["mon", "tue", "wed", "thu", "fri"] as const;
const OFFICE = { windows: [{ days: MONDAY_TO_FRIDAY, from: "08:00", to: "18:00" }], holidays: "br" };

describe.each(databases)("sending windows on %s", (database) => {
  const submittedAt: { to: string; at: number }[] = [];
  const peer = scriptedCarrier({ batchSize: 5, window: 1 });
  const service = testService(database, {
    override: () => ({ carriers: new Map([["sandbox", peer.carrier]]) }),
  });
  const exchange = new Exchange(service);
  const campaigns = new Campaigns(service);
  let made = 0;
  const numbers = (count: number, area = "11") =>
    times(count, () => `+55${area}9876${String((made += 1)).padStart(5, "0")}`);
  const inline = { channel: "sms", purpose: "marketing", content: { type: "text", text: "Oferta" } };
  const bodyOf = (to: readonly string[], fields: object) => ({
    ...inline,
    recipients: to.map((one) => ({ to: one })),
    ...fields,
  });
  const send = (to: readonly string[], fields: object = {}) =>
    exchange.posted<Sent>("/v3/messages", bodyOf(to, fields), 202);
  const rule = (fields: object, purpose = "marketing") =>
    service.request.put(`/v3/sending-rules/${purpose}`).send(fields).expect(200);
  const idOf = ({ data: [one] }: Sent) => one?.message_id ?? "";
  const localHour = (at: number, timeZone = "America/Sao_Paulo") =>
    new Date(at).toLocaleTimeString("en-GB", { timeZone });

  beforeEach(async () => {
    peer.behaves(async (messages) => {
      submittedAt.push(...messages.map(({ to }) => ({ to, at: service.clock.now() })));
      return acceptAll(messages);
    });
    for (const purpose of ["otp", "transactional", "marketing"]) {
      await service.request.delete(`/v3/sending-rules/${purpose}`).expect(204);
    }
    service.clock.set(FRIDAY);
    await service.drain();
    await service.db("jobs").where({ kind: "submission" }).del();
    submittedAt.length = 0;
    service.clock.set(FRIDAY);
  });

  it("submits at once inside a window, and outside at the next opening of each place", async () => {
    await rule(OFFICE);
    const [here = "", west = ""] = [...numbers(1), ...numbers(1, "92")];
    expect((await send([here])).data[0]).toMatchObject({ status: "pending", not_before: null });
    await service.drain();
    service.clock.advance(10 * MINUTE);
    const { data } = await send([here, west]);
    expect(data.map(({ status, not_before }) => [status, not_before])).toEqual([
      ["pending", "2026-09-08T11:00:00Z"],
      ["pending", null],
    ]);
    await service.drain();
    expect(submittedAt.map(({ to }) => to)).toEqual([here, west]);
    service.clock.set(Date.parse("2026-09-08T10:59:59Z"));
    await service.drain();
    expect(submittedAt).toHaveLength(2);
    await service.drainAfter(SECOND);
    expect(submittedAt[2]).toEqual({ to: here, at: Date.parse("2026-09-08T11:00:00Z") });
  });

  it("previews what a send does", async () => {
    await rule({ ...OFFICE, outside: "block" });
    service.clock.advance(HOUR);
    const to = numbers(2);
    const preview = await exchange.posted<Preview>("/v3/messages/preview", bodyOf(to, {}), 200);
    const { data } = await send(to);
    for (const results of [preview.data, data]) {
      for (const one of results) {
        expect(one).toMatchObject({ status: "blocked", block_reason: "outside_window", not_before: null });
      }
    }
    expect(preview.data[0]?.price).toBe(0);
  });

  it("moves a local time outside the windows to the next opening", async () => {
    await rule(OFFICE);
    const { data } = await send(numbers(1, "68"), { send_at_local: "2026-09-05T09:00:00" });
    expect(data[0]).toMatchObject({ status: "pending", not_before: "2026-09-08T13:00:00Z" });
  });

  it("moves a message to the next opening after a requested time, or refuses a blocked time", async () => {
    const id = idOf(await send(numbers(1), { send_at: toTimestamp(FRIDAY + DAY) }));
    await rule(OFFICE);
    const patch = (at: string) => service.request.patch(`/v3/messages/${id}`).send({ send_at: at });
    expect((await patch("2026-09-06T12:00:00Z").expect(200)).body).toMatchObject({
      not_before: "2026-09-08T11:00:00Z",
    });
    await rule({ ...OFFICE, outside: "block" });
    const refused = await patch("2026-09-06T12:00:00Z").expect(422);
    expect((refused.body as components["schemas"]["ErrorEnvelope"]).error.fields?.[0]?.field).toBe("send_at");
  });

  it("applies a stricter rule to waiting messages, and lets them be canceled", async () => {
    const to = [...numbers(2), ...numbers(2, "92")];
    const { data } = await send(to, {
      send_at: toTimestamp(FRIDAY + HOUR + 10 * MINUTE),
      validity_seconds: 60,
    });
    await rule(OFFICE);
    await service.drainAfter(HOUR + 10 * MINUTE);
    expect(submittedAt).toEqual([]);
    const messages = await Promise.all(data.map(({ message_id }) => exchange.message(message_id)));
    expect(messages.map(({ status, not_before }) => [status, not_before])).toEqual([
      ...times(2, () => ["pending", "2026-09-08T11:00:00Z"]),
      ...times(2, () => ["pending", "2026-09-08T12:00:00Z"]),
    ]);
    await service.request.post(`/v3/messages/${data[0]?.message_id}/cancel`).expect(200);
    service.clock.set(Date.parse("2026-09-08T11:00:00Z"));
    await service.drain();
    expect(submittedAt.map(({ to: one }) => one)).toEqual([to[1]]);
    await service.drainAfter(HOUR);
    expect(submittedAt.map(({ to: one }) => one).sort()).toEqual(to.slice(1).sort());
  });

  it("blocks waiting messages when the changed rule blocks their time", async () => {
    const id = idOf(await send(numbers(1), { send_at: toTimestamp(FRIDAY + HOUR) }));
    await rule({ ...OFFICE, outside: "block" });
    await service.drainAfter(HOUR);
    expect(await exchange.message(id)).toMatchObject({ status: "blocked", block_reason: "outside_window" });
    expect(submittedAt).toEqual([]);
  });

  it("pauses a campaign at the window's end, and messages each contact once", async () => {
    await rule(OFFICE);
    const list = await campaigns.list(40);
    const template = await campaigns.template("Oferta");
    await service.request.patch(`/v3/templates/${template}`).send({ purpose: "marketing" }).expect(200);
    const id = await campaigns.launched({ list, template });
    peer.behaves(async (messages) => {
      submittedAt.push(...messages.map(({ to }) => ({ to, at: service.clock.now() })));
      // Each submission takes a minute, so that the window ends during the campaign.
      service.clock.advance(MINUTE);
      return acceptAll(messages);
    });
    await service.drain();
    const before = submittedAt.length;
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(40);
    await campaigns.expect(id, {
      status: "running",
      progress: { pending: 40 - before, waiting: 40 - before },
    });
    service.clock.set(Date.parse("2026-09-08T11:00:00Z"));
    await service.drain();
    expect(new Set(submittedAt.map(({ to }) => to)).size).toBe(40);
    expect(submittedAt).toHaveLength(40);
    for (const { at } of submittedAt) {
      expect(localHour(at) >= "08:00:00" && localHour(at) < "18:00:00").toBe(true);
    }
    expect(new Set(submittedAt.map(({ at }) => new Date(at).toISOString().slice(0, 10)))).toEqual(
      new Set(["2026-09-04", "2026-09-08"]),
    );
  });

  it("messages each contact once when a waiting campaign is stopped and launched again", async () => {
    await rule(OFFICE);
    service.clock.advance(HOUR);
    const template = await campaigns.template("Oferta");
    await service.request.patch(`/v3/templates/${template}`).send({ purpose: "marketing" }).expect(200);
    const id = await campaigns.launched({ list: await campaigns.list(7), template });
    await service.drain();
    await campaigns.expect(id, { progress: { pending: 7, waiting: 7 } });
    await service.request.post(`/v3/campaigns/${id}/stop`).expect(202);
    await campaigns.expect(id, { progress: { pending: 7, waiting: 7 } });
    service.clock.set(Date.parse("2026-09-08T11:00:00Z"));
    await service.drain();
    expect(submittedAt).toEqual([]);
    await service.request.post(`/v3/campaigns/${id}/launch`).expect(202);
    await service.drain();
    expect(submittedAt).toHaveLength(7);
    expect(new Set(submittedAt.map(({ to }) => to)).size).toBe(7);
  });

  describe("caps", () => {
    it("blocks messages beyond the cap, and counts messages from before the rule", async () => {
      const to = numbers(1);
      await send(to);
      await service.drain();
      await rule({ max_per_recipient: { messages: 2, days: 7 } });
      const second = await send(to);
      expect(second.data[0]).toMatchObject({ status: "pending" });
      await service.drain();
      expect((await send(to)).data[0]).toMatchObject({ status: "blocked", block_reason: "frequency" });
      expect((await send(to, { purpose: "otp" })).data[0]).toMatchObject({ status: "pending" });
      service.clock.advance(7 * DAY);
      expect((await send(to)).data[0]).toMatchObject({ status: "pending" });
    });

    it("keeps the interval between two submissions", async () => {
      await rule({ min_interval_seconds: 3600 });
      const to = numbers(1);
      const ids = [idOf(await send(to)), idOf(await send(to))];
      await service.drain();
      const states = await Promise.all(ids.map((id) => exchange.message(id)));
      expect(states.map(({ status, block_reason }) => [status, block_reason])).toEqual([
        ["sent", null],
        ["blocked", "frequency"],
      ]);
      service.clock.advance(HOUR);
      expect((await send(to)).data[0]).toMatchObject({ status: "pending" });
    });

    it("keeps to the cap with parallel sends", async () => {
      await rule({ max_per_recipient: { messages: 3, days: 7 } });
      const to = numbers(2);
      await Promise.all(times(8, () => send(to)));
      await service.drain();
      for (const one of to) expect(submittedAt.filter((sent) => sent.to === one)).toHaveLength(3);
      expect(await service.db("submission_reservations").select("*")).toEqual([]);
    });

    it("keeps to the cap across senders that several processes serve", async () => {
      await rule({ max_per_recipient: { messages: 3, days: 7 } });
      const to = numbers(2);
      const { accountId } = service;
      const senders = await Promise.all(
        times(8, async (index) => {
          const of = { accountId, channel: "sms", carrier: "sandbox", address: `2700${index + 1}` } as const;
          const sender = { ...of, id: service.app.ids.next(), maxPerSecond: 100_000 };
          return (await insertSender(service.db, { ...sender, createdAt: FRIDAY })).id;
        }),
      );
      const sent = await Promise.all(senders.map((sender_id) => send(to, { sender_id })));
      expect(sent.flatMap(({ data }) => data).map(({ status }) => status)).toEqual(
        times(16, () => "pending"),
      );
      // The carriers take several submissions at once, and each submission takes a while.
      let [running, most] = [0, 0];
      peer.behaves(async (messages) => {
        most = Math.max(most, (running += 1));
        submittedAt.push(...messages.map((message) => ({ to: message.to, at: service.clock.now() })));
        for (let turn = 0; turn < 20 || (most < 2 && turn < 20_000); turn += 1) await setImmediate();
        running -= 1;
        return acceptAll(messages);
      });
      const carriers = () => new Map([["sandbox", { ...peer.carrier, window: 8 }]]);
      const processes = times(3, () => createDispatcher({ ...service.app, carriers: carriers() }));
      await Promise.all(processes.map((one) => one.workOff()));
      await service.drain();
      expect(most).toBeGreaterThan(1);
      for (const one of to) expect(submittedAt.filter((each) => each.to === one)).toHaveLength(3);
      const states = await Promise.all(
        sent.flatMap(({ data }) => data).map(({ message_id }) => exchange.message(message_id)),
      );
      expect(states.filter(({ block_reason }) => block_reason === "frequency")).toHaveLength(10);
      expect(await service.db("submission_reservations").select("*")).toEqual([]);
    });

    it("does not count a refused message, and counts a retried one once", async () => {
      await rule({ max_per_recipient: { messages: 1, days: 7 } });
      const to = numbers(1);
      const error = { code: "carrier_rejected", message: "no", carrierCode: null } as const;
      peer.behaves(async (messages) => messages.map(() => ({ type: "refused", error })));
      await send(to);
      await service.drain();
      peer.behaves(async (messages) => messages.map(() => ({ type: "throttled", error })));
      const id = idOf(await send(to));
      await service.drain();
      peer.behaves(acceptAll);
      await service.drainAfter(MINUTE);
      expect(await exchange.message(id)).toMatchObject({ status: "sent" });
      expect((await send(to)).data[0]).toMatchObject({ block_reason: "frequency" });
    });
  });
});
