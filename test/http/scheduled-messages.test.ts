import type { components } from "../../generated/schema";
import { DAY, HOUR, MINUTE, SECOND, toTimestamp } from "../../src/platform/time";
import { acceptAll, retryAll, scriptedCarrier } from "../support/carrier";
import { databases } from "../support/databases";
import { Exchange } from "../support/exchange";
import { testService } from "../support/service";
import { times } from "../support/times";

type Sent = components["schemas"]["SendMessagesResponse"];
type Preview = components["schemas"]["PreviewMessagesResponse"];
type Message = components["schemas"]["Message"];
type Batch = components["schemas"]["CanceledBatch"];

const UNKNOWN = "01a1e473-6838-7c55-a1b9-0d6e3f7a2c48";
const EVERYWHERE = "at the place of each recipient";

describe.each(databases)("scheduled messages on %s", (database) => {
  const peer = scriptedCarrier({ batchSize: 10, window: 1 });
  const service = testService(database, {
    override: () => ({ carriers: new Map([["sandbox", peer.carrier]]) }),
  });
  const exchange = new Exchange(service);
  let made = 0;
  const numbers = (count: number) => times(count, () => `+55119876${String((made += 1)).padStart(5, "0")}`);
  const inline = { channel: "sms", content: { type: "text", text: "Bom dia" } };
  const send = (fields: object = {}, to: readonly string[] = numbers(1)) =>
    exchange.posted<Sent>(
      "/v3/messages",
      { ...inline, recipients: to.map((one) => ({ to: one })), ...fields },
      202,
    );
  const at = (ms: number) => toTimestamp(service.clock.now() + ms);
  const submittedIds = () => peer.submitted.map(({ messageId }) => messageId);
  const cancel = (id: string) => service.request.post(`/v3/messages/${id}/cancel`);
  const cancelBatch = (id: string) => service.request.post(`/v3/message-batches/${id}/cancel`);
  const move = (id: string, body: object) => service.request.patch(`/v3/messages/${id}`).send(body);
  const only = ({ data: [one] }: Sent) => one?.message_id ?? "";
  const refusedFields = ({ body }: { body: unknown }) =>
    (body as components["schemas"]["ErrorEnvelope"]).error.fields?.map(({ field, message }) => [
      field,
      message,
    ]);

  beforeEach(async () => {
    peer.behaves(acceptAll);
    await service.drain();
    await service.db("jobs").where({ kind: "submission" }).del();
    peer.submitted.length = 0;
    service.clock.advance(MINUTE);
  });

  describe("batches", () => {
    it("names the messages of a send by one id, and lists them by it", async () => {
      const sent = await send({}, numbers(3));
      const other = await send();
      const listed = await exchange.messages({ batch_id: sent.batch_id });
      expect(listed.map(({ id }) => id).sort()).toEqual(sent.data.map(({ message_id }) => message_id).sort());
      expect(listed.map(({ batch_id }) => batch_id)).toEqual(times(3, () => sent.batch_id));
      expect(other.batch_id).toBe(only(other));
      expect((await exchange.messages({ batch_id: other.batch_id })).map(({ id }) => id)).toEqual([
        only(other),
      ]);
    });

    it("combines the filter with others, and finds nothing for an unknown batch", async () => {
      const to = numbers(3);
      const sent = await send({}, to);
      const [first = ""] = to;
      expect(await exchange.messages({ batch_id: sent.batch_id, recipient: first })).toHaveLength(1);
      expect(await exchange.messages({ batch_id: sent.batch_id, status: "sent" })).toHaveLength(0);
      expect(await exchange.messages({ batch_id: sent.batch_id, search: "bom" })).toHaveLength(3);
      expect(await exchange.messages({ batch_id: UNKNOWN })).toHaveLength(0);
    });

    it("repeats the batch of a send with an idempotency key", async () => {
      const body = { ...inline, recipients: numbers(2).map((to) => ({ to })) };
      const post = () => service.request.post("/v3/messages").set("Idempotency-Key", "batch").send(body);
      const [first, second] = [await post().expect(202), await post().expect(202)];
      expect(second.body).toEqual(first.body);
    });

    it("returns null as the batch of a follow-up's message", async () => {
      const next = await exchange.template({ text: "next" });
      const template = await exchange.template({ rules: [{ on: ["delivered"], template_id: next }] });
      const parent = await exchange.sendOne({ template }, numbers(1));
      await service.drain();
      await exchange.reports(parent, "delivered");
      await service.drain();
      const [followUp] = await exchange.followUpsOf(parent);
      expect(followUp).toMatchObject({ batch_id: null });
      expect(await exchange.messages({ batch_id: followUp?.id })).toEqual([]);
      expect((await cancelBatch(followUp?.id ?? "")).status).toBe(404);
    });
  });

  describe("send_at", () => {
    it("submits a message at its time, and not earlier", async () => {
      const sendAt = at(2 * HOUR);
      const sent = await send({ send_at: sendAt });
      expect(sent.data[0]).toMatchObject({ status: "pending", not_before: sendAt });
      await service.drainAfter(2 * HOUR - SECOND);
      expect(peer.submitted).toEqual([]);
      expect(await exchange.message(only(sent))).toMatchObject({ status: "pending", not_before: sendAt });
      await service.drainAfter(SECOND);
      expect(submittedIds()).toEqual([only(sent)]);
      expect(await exchange.message(only(sent))).toMatchObject({ status: "sent", not_before: sendAt });
    });

    it("waits for its time even if its job is due earlier", async () => {
      const id = only(await send({ send_at: at(HOUR) }));
      await service.db("jobs").where({ kind: "submission" }).update({ due_at: service.clock.now() });
      await service.drain();
      expect(peer.submitted).toEqual([]);
      await service.drainAfter(HOUR);
      expect(submittedIds()).toEqual([id]);
    });

    it("starts the submission timeout at the scheduled time", async () => {
      const sent = await send({ send_at: at(80 * DAY) });
      await service.drainAfter(80 * DAY + 23 * HOUR);
      expect(await exchange.statusOf(only(sent))).toBe("sent");
      const late = await send({ send_at: at(80 * DAY) });
      await service.drainAfter(81 * DAY + SECOND);
      expect(await exchange.statusOf(only(late))).toBe("expired");
    });

    it("checks suppression again at the submission", async () => {
      const [to = ""] = numbers(1);
      const sent = await send({ send_at: at(HOUR) }, [to]);
      await service.contact({ phone: to, suppressedOn: ["sms"] });
      await service.drainAfter(HOUR);
      expect(await exchange.statusOf(only(sent))).toBe("blocked");
      expect(peer.submitted).toEqual([]);
    });

    it("returns no not_before for a blocked recipient", async () => {
      const [to = ""] = numbers(1);
      await service.contact({ phone: to, suppressedOn: ["sms"] });
      const sent = await send({ send_at: at(HOUR) }, [to]);
      expect(sent.data[0]).toMatchObject({ status: "blocked", not_before: null });
    });

    it("rejects a time that is not in the future or more than 90 days ahead", async () => {
      const body = (fields: object) => ({ ...inline, recipients: [{ to: "+5511987654321" }], ...fields });
      const local = (ms: number) => at(ms - 3 * HOUR).slice(0, 19);
      for (const [fields, field, message] of [
        [{ send_at: at(0) }, "send_at", "must be in the future"],
        [{ send_at: at(90 * DAY + SECOND) }, "send_at", "must be at most 90 days ahead"],
        [{ send_at_local: local(0) }, "send_at_local", `must be in the future ${EVERYWHERE}`],
        [
          { send_at_local: local(90 * DAY + SECOND) },
          "send_at_local",
          `must be at most 90 days ahead ${EVERYWHERE}`,
        ],
        [{ send_at_local: "2026-02-30T09:00:00" }, "send_at_local", "must be a day that exists"],
        [
          { send_at: at(HOUR), send_at_local: local(HOUR) },
          "send_at_local",
          "cannot be combined with `send_at`",
        ],
      ] as const) {
        for (const path of ["/v3/messages", "/v3/messages/preview"]) {
          const refused = await service.request.post(path).send(body(fields)).expect(422);
          expect(refusedFields(refused)).toEqual([[field, message]]);
        }
      }
      await send({ send_at: at(90 * DAY) });
      await send({ send_at_local: local(90 * DAY) });
    });

    it("sends at a local time of each recipient's place", async () => {
      const to = ["+5511987654321", "+5592987654321", "+5568987654321", "+351912345678", "+33612345678"];
      const day = at(2 * DAY).slice(0, 10);
      const fields = { send_at_local: `${day}T09:00:00` };
      const body = { ...inline, recipients: to.map((one) => ({ to: one })), ...fields };
      const preview = await exchange.posted<Preview>("/v3/messages/preview", body, 200);
      const hours = [12, 13, 14, 10 - parisOffset(day), 9 - parisOffset(day)].map(
        (hour) => `${day}T${String(hour).padStart(2, "0")}:00:00Z`,
      );
      expect(preview.data.map(({ not_before }) => not_before)).toEqual(hours);
      const sent = await send(fields, to);
      expect(sent.data.map(({ not_before }) => not_before)).toEqual(hours);
      expect(
        (await exchange.messages({ batch_id: sent.batch_id })).reverse().map((one) => one.not_before),
      ).toEqual(hours);
      service.clock.set(Date.parse(`${day}T13:30:00Z`));
      await service.drain();
      const times = sent.data.map(({ message_id }) => submittedIds().includes(message_id));
      expect(times).toEqual([true, true, false, true, true]);
      await service.drainAfter(30 * MINUTE);
      expect(submittedIds()).toContain(sent.data[2]?.message_id);
    });

    it("exports the batch and the time of a message", async () => {
      const sent = await send({ send_at: at(HOUR) }, numbers(2));
      const { url } = await exchange.got<{ url: string }>("/v3/messages/export", { batch_id: sent.batch_id });
      const { pathname, search } = new URL(url);
      const csv = (await service.anonymous.get(pathname + search).expect(200)).text;
      const [heading, ...lines] = csv.trim().split("\r\n");
      const column = heading?.split(",").indexOf("batch_id") ?? -1;
      expect(lines.map((line) => line.split(",").slice(column, column + 2))).toEqual(
        times(2, () => [sent.batch_id, sent.data[0]?.not_before]),
      );
    });
  });

  describe("PATCH", () => {
    it("moves a message of a batch, and leaves the other messages at their time", async () => {
      const sent = await send({ send_at: at(HOUR) }, numbers(2));
      const [moved = "", other = ""] = sent.data.map(({ message_id }) => message_id);
      const sendAt = at(3 * HOUR);
      const { body } = await move(moved, { send_at: sendAt }).expect(200);
      expect(body).toMatchObject({
        id: moved,
        status: "pending",
        not_before: sendAt,
        batch_id: sent.batch_id,
      });
      expect(await exchange.message(moved)).toMatchObject({ not_before: sendAt });
      await service.drainAfter(HOUR);
      expect(submittedIds()).toEqual([other]);
      await service.drainAfter(2 * HOUR);
      expect(submittedIds()).toEqual([other, moved]);
    });

    it("moves a single message several times, also to an earlier time", async () => {
      const id = only(await send());
      await move(id, { send_at: at(5 * HOUR) }).expect(200);
      await service.drainAfter(MINUTE);
      expect(peer.submitted).toEqual([]);
      await move(id, { send_at: at(HOUR) }).expect(200);
      await service.drainAfter(HOUR);
      await service.drainAfter(5 * HOUR);
      expect(submittedIds()).toEqual([id]);
    });

    it("rejects an invalid time, an unknown message, and a message that is sent or canceled", async () => {
      const id = only(await send({ send_at: at(HOUR) }));
      for (const sendAt of [at(-SECOND), at(91 * DAY)]) {
        expect(refusedFields(await move(id, { send_at: sendAt }).expect(422))?.[0]?.[0]).toBe("send_at");
      }
      await move(id, {}).expect(400);
      await move(UNKNOWN, { send_at: at(HOUR) }).expect(404);
      await cancel(id).expect(200);
      await move(id, { send_at: at(HOUR) }).expect(409);
      const now = only(await send());
      await service.drain();
      await move(now, { send_at: at(HOUR) }).expect(409);
    });
  });

  it("submits a moved message that a deferred job still names, with the same time", async () => {
    const sent = await send({}, numbers(3));
    const [, moved = ""] = sent.data.map(({ message_id }) => message_id);
    const error = { code: "carrier_unreachable", message: "busy", carrierCode: null } as const;
    peer.behaves((messages) =>
      Promise.resolve(
        messages.map((_, index) =>
          index === 0 ? { type: "retry", error } : { type: "throttled", error, retryAfterMs: MINUTE },
        ),
      ),
    );
    await service.drain();
    await move(moved, { send_at: at(MINUTE) }).expect(200);
    peer.behaves(acceptAll);
    peer.submitted.length = 0;
    await service.drainAfter(HOUR);
    expect([...submittedIds()].sort()).toEqual(sent.data.map(({ message_id }) => message_id).sort());
    expect(await exchange.messages({ batch_id: sent.batch_id, status: "pending" })).toEqual([]);
  });

  describe("cancel", () => {
    it("cancels a message for good, without a price, and repeats the response", async () => {
      const id = only(await send({ send_at: at(HOUR) }));
      const { body } = (await cancel(id).expect(200)) as { body: Message };
      expect(body).toMatchObject({ id, status: "canceled", price: 0, error: null });
      expect(body.status_history.map(({ status }) => status)).toEqual(["pending", "canceled"]);
      expect((await cancel(id).expect(200)).body).toEqual(body);
      await service.drainAfter(HOUR);
      expect(peer.submitted).toEqual([]);
      expect(await exchange.statusOf(id)).toBe("canceled");
      expect((await exchange.messages({ status: "canceled" })).map((one) => one.id)).toContain(id);
    });

    it("returns 409 once a message is submitted or waits for a retry", async () => {
      const id = only(await send());
      await service.drain();
      const refused = await cancel(id).expect(409);
      expect(refused.body).toMatchObject({ error: { code: "invalid_state" } });
      peer.behaves(retryAll);
      const retried = only(await send());
      await service.drain();
      expect(await exchange.statusOf(retried)).toBe("pending");
      await cancel(retried).expect(409);
    });

    it("returns 409 for a message while its submission is in flight", async () => {
      const id = only(await send());
      let status = 0;
      peer.behaves(async (messages) => {
        status = (await cancel(id)).status;
        return acceptAll(messages);
      });
      await service.drain();
      expect(status).toBe(409);
      expect(await exchange.statusOf(id)).toBe("sent");
    });

    it("cancels messages that wait in a process for long, and submits the other messages once", async () => {
      const sent = await send({}, numbers(60));
      const ids = sent.data.map(({ message_id }) => message_id);
      const chosen: string[] = [];
      const statuses: number[] = [];
      let submissions = 0;
      peer.behaves(async (messages) => {
        submissions += 1;
        if (submissions === 1) {
          // Too early: the process does not claim its messages yet.
          statuses.push((await cancel(ids.at(-1) ?? "")).status);
          service.clock.advance(11 * SECOND);
        } else if (submissions === 2) {
          const inFlight = messages[0]?.messageId ?? "";
          const rest = ids.filter((id) => !submittedIds().includes(id));
          chosen.push(...rest.slice(-15));
          for (const id of [inFlight, ...chosen]) statuses.push((await cancel(id)).status);
          statuses.push((await move(rest[0] ?? "", { send_at: at(HOUR) })).status);
        }
        return acceptAll(messages);
      });
      await service.drain();
      expect(statuses).toEqual([409, 409, ...chosen.map(() => 200), 409]);
      expect([...submittedIds()].sort()).toEqual(ids.filter((id) => !chosen.includes(id)).sort());
      const after = await exchange.messages({ batch_id: sent.batch_id, status: "canceled", limit: 100 });
      expect(after.map(({ id }) => id).sort()).toEqual([...chosen].sort());
      expect(await service.db("jobs").where({ kind: "submission" })).toEqual([]);
      expect(await exchange.messages({ batch_id: sent.batch_id, status: "pending" })).toEqual([]);
    });

    it("does not pair a reply with a canceled message", async () => {
      const [to = ""] = numbers(1);
      const arrived = only(await send({}, [to]));
      await service.drain();
      const sent = await send({ send_at: at(HOUR) }, [to]);
      await cancel(only(sent)).expect(200);
      await exchange.reply(to, "Oi");
      const { data } = await exchange.inbound({ sender: to });
      expect(data.map(({ paired_message_id }) => paired_message_id)).toEqual([arrived]);
    });

    it("cancels the rest of a batch, and returns the same counts again", async () => {
      const sent = await send({ send_at: at(HOUR) }, numbers(5));
      const [early = "", first = ""] = sent.data.map(({ message_id }) => message_id);
      await move(early, { send_at: at(MINUTE) }).expect(200);
      await cancel(first).expect(200);
      await service.drainAfter(MINUTE);
      const counts: Batch = { canceled: 4, not_canceled: 1 };
      expect((await cancelBatch(sent.batch_id).expect(200)).body).toEqual(counts);
      expect((await cancelBatch(sent.batch_id).expect(200)).body).toEqual(counts);
      await service.drainAfter(HOUR);
      expect(submittedIds()).toEqual([early]);
      await cancelBatch(UNKNOWN).expect(404);
    });

    it("cancels messages that a process returns to the queue while their batch is being canceled", async () => {
      const ofAccount = () => service.db("senders").where({ account_id: service.accountId, channel: "sms" });
      const former = await ofAccount().first("max_per_second", "tokens", "tokens_at");
      await ofAccount().update({ max_per_second: 10, tokens: 10_000, tokens_at: service.clock.now() });
      try {
        const sent = await send({}, numbers(30));
        let response: Promise<Batch> | undefined;
        peer.behaves((messages) => {
          response ??= cancelBatch(sent.batch_id)
            .expect(200)
            .then(({ body }) => body as Batch);
          return acceptAll(messages);
        });
        await service.drain();
        expect(await response).toEqual({ canceled: 20, not_canceled: 10 });
        await service.drainAfter(MINUTE);
        expect(submittedIds()).toHaveLength(10);
      } finally {
        await ofAccount().update(former);
      }
    });

    it("cancels the batch of a single message", async () => {
      const sent = await send({ send_at: at(HOUR) });
      expect((await cancelBatch(sent.batch_id).expect(200)).body).toEqual({ canceled: 1, not_canceled: 0 });
      expect(await exchange.statusOf(only(sent))).toBe("canceled");
    });

    it("counts canceled messages in usage, and fires no follow-up rule for them", async () => {
      const next = await exchange.template({ text: "next" });
      const rules = [{ on: ["failed", "expired", "error"] as const, template_id: next }];
      const template = await exchange.template({
        rules: rules.map((rule) => ({ ...rule, on: [...rule.on] })),
      });
      const sent = await exchange.posted<Sent>(
        "/v3/messages",
        { template_id: template, recipients: [{ to: "+5511987650099" }], send_at: at(HOUR) },
        202,
      );
      await cancel(only(sent)).expect(200);
      await service.drainAfter(DAY);
      expect(await exchange.followUpsOf(only(sent))).toEqual([]);
      const usage = await exchange.got<components["schemas"]["UsageReport"]>("/v3/usage", {
        group_by: "template",
      });
      const row = usage.data.find((one) => one.template_id === template);
      expect(row).toMatchObject({ total: 1, canceled: 1, price: 0 });
    });
  });

  describe("validity_seconds", () => {
    it("expires a message that cannot be submitted within its validity", async () => {
      const id = only(await send({ validity_seconds: 60 }));
      service.clock.advance(MINUTE);
      await service.drain();
      expect(peer.submitted).toEqual([]);
      expect(await exchange.message(id)).toMatchObject({ status: "expired", error: { code: "expired" } });
    });

    it("counts from the scheduled time, and gives the carrier the remaining time", async () => {
      await send({ validity_seconds: 600, send_at: at(HOUR) });
      await service.drainAfter(HOUR + 100 * SECOND);
      expect(peer.submitted).toMatchObject([{ validitySeconds: 500 }]);
    });

    it("sets no limit for the carrier when the message has no validity", async () => {
      await send();
      await service.drain();
      expect(peer.submitted[0]).not.toHaveProperty("validitySeconds");
    });

    it("takes the template's validity, unless the send has its own", async () => {
      const body = { name: `valid ${database}`, ...inline, validity_seconds: 300 };
      const { id } = await exchange.posted<{ id: string }>("/v3/templates", body, 201);
      const ofTemplate = { channel: undefined, content: undefined, template_id: id };
      await send(ofTemplate);
      await send({ ...ofTemplate, validity_seconds: 90 });
      await service.drain();
      expect(peer.submitted.map(({ validitySeconds }) => validitySeconds).sort()).toEqual([300, 90]);
      const change = async (validity: number | null) =>
        (await service.request.patch(`/v3/templates/${id}`).send({ validity_seconds: validity }).expect(200))
          .body as object;
      expect(await change(120)).toMatchObject({ validity_seconds: 120 });
      expect(await change(null)).toMatchObject({ validity_seconds: null });
    });

    it("rejects a validity outside its limits", async () => {
      for (const validity of [59, 259_201]) {
        const body = { ...inline, recipients: [{ to: "+5511987654321" }], validity_seconds: validity };
        await service.request.post("/v3/messages").send(body).expect(400);
      }
    });
  });
});

/** Returns the offset of Paris on a day, in hours. */
const parisOffset = (day: string): number => {
  const text = new Intl.DateTimeFormat("en", { timeZone: "Europe/Paris", timeZoneName: "longOffset" })
    .formatToParts(new Date(`${day}T12:00:00Z`))
    .find(({ type }) => type === "timeZoneName")?.value;
  return Number(text?.slice(4, 6));
};
