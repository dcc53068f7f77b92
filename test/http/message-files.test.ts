import type { components } from "../../generated/schema";
import { hideFile } from "../../src/features/files/files.store";
import { type FileUse, removeFile } from "../../src/features/files/removal";
import { anyScheduledMessageNeeds } from "../../src/features/messages/waiting.store";
import { DAY, HOUR, MINUTE, toTimestamp } from "../../src/platform/time";
import { type Account, testAccount } from "../support/accounts";
import { databases } from "../support/databases";
import { storedFile } from "../support/files";
import { isLockAwaited } from "../support/locks";
import { testService } from "../support/service";
import { times } from "../support/times";
import { until } from "../support/until";

type Sent = components["schemas"]["SendMessagesResponse"];

const ROUNDS = 12;
const TO = "+5511987651234";
/** A Friday, 17:55 in Sao Paulo. */
const FRIDAY = Date.parse("2026-09-04T20:55:00Z");
const WEEKDAYS = { windows: [{ days: ["mon", "tue", "wed", "thu", "fri"], from: "08:00", to: "18:00" }] };
const FAILED = {
  status: "failed",
  price: 0,
  error: { code: "carrier_rejected", message: "a file of the message was deleted", carrier_code: null },
};

describe.each(databases)("files of messages on %s", (database) => {
  const service = testService(database);
  let account: Account;
  let made = 0;
  beforeEach(async () => {
    account = await testAccount(service);
  });

  const audio = () => storedFile(service, "audio", { accountId: account.accountId });
  const playing = (file_id: string) => ({ channel: "voice", content: { type: "audio", file_id } });
  const card = (file_id: string) => ({
    type: "card",
    orientation: "vertical",
    card: { title: "Oi", media: { file_id, height: "short" } },
  });
  const inAnHour = () => ({ send_at: toTimestamp(service.clock.now() + HOUR) });
  const send = async (body: object, to: readonly string[] = [TO]): Promise<string> => {
    const recipients = to.map((one) => ({ to: one }));
    const { data } = await account.exchange.posted<Sent>("/v3/messages", { ...body, recipients }, 202);
    return data[0]?.message_id ?? "";
  };
  const remove = (id: string) => account.request.delete(`/v3/files/${id}`);
  const expectInUse = async (id: string) =>
    expect((await remove(id).expect(409)).body.error).toMatchObject({
      code: "conflict",
      message: "A scheduled message sends this file",
    });
  const template = async (fields: object): Promise<string> => {
    const body = { name: `T ${made++}`, ...fields };
    return (await account.exchange.posted<{ id: string }>("/v3/templates", body, 201)).id;
  };

  it("rejects the deletion of a file until a scheduled message is canceled", async () => {
    const file = await audio();
    const id = await send({ ...playing(file), ...inAnHour() });
    await expectInUse(file);
    await account.request.post(`/v3/messages/${id}/cancel`).expect(200);
    await remove(file).expect(204);
  });

  it("rejects the deletion of a file until a scheduled message is submitted", async () => {
    const [first, second] = [await audio(), await audio()];
    const voice = await template(playing(first));
    const id = await send({ template_id: voice, ...inAnHour() });
    await account.request
      .patch(`/v3/templates/${voice}`)
      .send({ content: playing(second).content })
      .expect(200);
    await expectInUse(first);
    await service.drainAfter(HOUR);
    expect(await account.exchange.statusOf(id)).toBe("delivered");
    await remove(first).expect(204);
  });

  it("rejects the deletion of a file of a card whose template was deleted", async () => {
    const image = await storedFile(service, "image", { accountId: account.accountId });
    const rcs = await template({ channel: "rcs", content: card(image) });
    const to = times(70, (index) => `+551198765${String(1_000 + index)}`);
    await send({ template_id: rcs, ...inAnHour() }, to);
    await account.request.delete(`/v3/templates/${rcs}`).expect(204);
    await expectInUse(image);
  });

  it("allows the deletion of a file whose id a scheduled text or another account's message contains", async () => {
    const file = await audio();
    await send({ channel: "sms", content: { type: "text", text: `"file_id":"${file}"` }, ...inAnHour() });
    await service.db("messages").insert({
      ...(await service.db("messages").where({ account_id: account.accountId }).first()),
      account_id: service.accountId,
      content: JSON.stringify(playing(file).content),
    });
    await remove(file).expect(204);
  });

  it("deletes a file only if a concurrent scheduled message becomes an error", async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < ROUNDS; round++) {
      const file = await audio();
      const [deleted, id] = await Promise.all([remove(file), send({ ...playing(file), ...inAnHour() })]);
      const { status, error } = await account.exchange.message(id);
      outcomes.add(`${deleted.status} ${status} ${error?.code}`);
    }
    for (const outcome of outcomes) {
      expect(["204 error media_unavailable", "409 pending undefined"]).toContain(outcome);
    }
  });

  it("checks scheduled messages before the deletion's transaction, and in it only newer messages", async () => {
    const file = await audio();
    await send({ ...playing(file), ...inAnHour() });
    const { accountId } = account;
    const needsSince = (checkedAt: number | null) =>
      anyScheduledMessageNeeds(service.db, accountId, file, checkedAt);
    service.clock.advance(MINUTE);
    expect(await needsSince(null)).toBe(true);
    expect(await needsSince(service.clock.now())).toBe(true);
    service.clock.advance(1);
    expect(await needsSince(service.clock.now())).toBe(false);

    const other = await audio();
    const checks: (number | null)[] = [];
    const use: FileUse = {
      takes: () => true,
      async needs(db, account, fileId, checkedAt) {
        checks.push(checkedAt);
        const isNeeded = await anyScheduledMessageNeeds(db, account, fileId, checkedAt);
        // In the deletion's transaction, the send would wait for the transaction.
        if (checkedAt === null) await send({ ...playing(other), ...inAnHour() });
        return isNeeded;
      },
      refusal: "in use",
    };
    await expect(removeFile(service.app, [use], accountId, other)).rejects.toThrow("in use");
    expect(checks).toEqual([null, service.clock.now()]);
  });

  /** Runs work while the deletion of a file has begun but is not committed. */
  async function duringDeletion(file: string, work: () => Promise<unknown>): Promise<void> {
    let isDone = false;
    let working: Promise<unknown> = Promise.resolve();
    await service.db.transaction(async (trx) => {
      await hideFile(trx, account.accountId, file, service.clock.now());
      working = work().finally(() => (isDone = true));
      // On SQLite, the work waits for the only connection.
      if (database === "PostgreSQL") {
        await until("a wait for the file", 30, async () => isDone || (await isLockAwaited(service.db)));
      }
    });
    await working;
  }

  it("waits with a scheduled message for a deletion of its file", async () => {
    const file = await audio();
    let id = "";
    await duringDeletion(file, async () => {
      id = await send({ ...playing(file), ...inAnHour() });
    });
    expect(await account.exchange.message(id)).toMatchObject({
      status: "error",
      error: { code: "media_unavailable" },
    });
  });

  it("waits with a follow-up for a deletion of its file, and keeps the file of a delayed follow-up", async () => {
    service.clock.set(FRIDAY);
    await account.request.put("/v3/sending-rules/transactional").send(WEEKDAYS).expect(200);
    const [deleted, kept, other] = [await audio(), await audio(), await audio()];
    const followedBy = async (file: string) => {
      const voice = await template(playing(file));
      const rules = [{ on: ["delivered"], after_seconds: 600, template_id: voice }];
      const sms = await template({
        channel: "sms",
        content: { type: "text", text: "Oi" },
        follow_ups: rules,
      });
      return { voice, id: await send({ template_id: sms }) };
    };
    const [gone, delayed] = [await followedBy(deleted), await followedBy(kept)];
    await service.drain();
    service.clock.advance(10 * MINUTE);
    await duringDeletion(deleted, () => service.drain());
    expect(await account.exchange.followUpsOf(gone.id)).toMatchObject([
      { status: "error", error: { code: "media_unavailable" } },
    ]);
    expect(await account.exchange.followUpsOf(delayed.id)).toMatchObject([
      { status: "pending", not_before: "2026-09-07T11:00:00Z" },
    ]);
    await account.request
      .patch(`/v3/templates/${delayed.voice}`)
      .send({ content: playing(other).content })
      .expect(200);
    await expectInUse(kept);
    await service.drainAfter(4 * DAY);
    await remove(kept).expect(204);
  });

  it("fails a message whose file was deleted, without a price", async () => {
    const [file, image] = [
      await audio(),
      await storedFile(service, "image", { accountId: account.accountId }),
    ];
    const ids = [await send(playing(file)), await send({ channel: "rcs", content: card(image) })];
    await remove(file).expect(204);
    await remove(image).expect(204);
    await service.drain();
    for (const id of ids) {
      const message = await account.exchange.message(id);
      expect(message).toMatchObject(FAILED);
      expect(message.status_history.map(({ status }) => status)).toEqual(["pending", "failed"]);
    }
  });
});
