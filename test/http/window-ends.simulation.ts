import { DAY, HOUR, MINUTE, SECOND } from "../../src/platform/time";
import { Campaigns } from "../support/campaigns";
import { acceptAll, scriptedCarrier } from "../support/carrier";
import { databases } from "../support/databases";
import { messageCount } from "../support/message-count";
import { testService } from "../support/service";

/** A multiple of 1,000. */
const CONTACTS = messageCount(10_000);
/** 500 of 1,000 batches are submitted before the long weekend. */
const BATCH = CONTACTS / 1_000;
/** Contacts per transaction while the list is filled. */
const AT_ONCE = Math.min(5_000, CONTACTS);

/** A Thursday, 17:55 in Sao Paulo. The Monday after it is 7 September. */
const THURSDAY = Date.parse("2026-09-03T20:55:00Z");
const FRIDAY = Date.parse("2026-09-04T11:00:00Z");
const TUESDAY = Date.parse("2026-09-08T11:00:00Z");
const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri"] as const;

describe.each(databases)(`a campaign to ${CONTACTS} contacts on %s`, (database) => {
  const submissions: { to: readonly string[]; at: number }[] = [];
  const peer = scriptedCarrier({
    batchSize: BATCH,
    window: 1,
    reports: false,
    async submit(messages) {
      submissions.push({ to: messages.map(({ to }) => to), at: service.clock.now() });
      service.clock.advance(duration);
      return acceptAll(messages);
    },
  });
  const service = testService(database, {
    override: () => ({ carriers: new Map([["sandbox", peer.carrier]]) }),
  });
  const campaigns = new Campaigns(service);
  /** Duration of a submission. */
  let duration = SECOND;
  const submitted = () => submissions.reduce((sum, { to }) => sum + to.length, 0);

  it("pauses at each end of the window, skips a Sunday and 7 September, and messages each contact once", async () => {
    const rule = { windows: [{ days: WEEKDAYS, from: "08:00", to: "18:00" }], holidays: "br" };
    await service.request.put("/v3/sending-rules/marketing").send(rule).expect(200);
    service.clock.set(THURSDAY);
    const list = await campaigns.list();
    for (let filled = 0; filled < CONTACTS; filled += AT_ONCE) await campaigns.fill(list, AT_ONCE);
    const template = await campaigns.template("Oferta");
    await service.request.patch(`/v3/templates/${template}`).send({ purpose: "marketing" }).expect(200);
    const id = await campaigns.launched({ list, template });

    /** Runs a working day that starts with an opening. Returns the number of its submissions. */
    const dayFrom = async (opening: number) => {
      const before = submissions.length;
      service.clock.set(opening - SECOND);
      await service.drain();
      expect(submissions).toHaveLength(before);
      service.clock.set(opening);
      await service.drain();
      return submissions.length - before;
    };
    const expectWaiting = async () => {
      const left = CONTACTS - submitted();
      const progress = { total: CONTACTS, sent: submitted(), pending: left, waiting: left };
      await campaigns.expect(id, { status: "running", progress });
    };

    // 200 submissions fit into the last five minutes of Thursday, and 300 into Friday.
    duration = 1.5 * SECOND;
    await service.drain();
    expect(submissions).toHaveLength(200);
    await expectWaiting();
    duration = 2 * MINUTE;
    expect(await dayFrom(FRIDAY)).toBe(300);
    await expectWaiting();
    for (const day of [1, 2, 3]) {
      service.clock.set(FRIDAY + day * DAY + HOUR);
      await service.drain();
    }
    await expectWaiting();
    duration = SECOND;
    await dayFrom(TUESDAY);

    const progress = { total: CONTACTS, sent: CONTACTS, pending: 0, waiting: 0 };
    await campaigns.expect(id, { status: "completed", progress });
    const recipients = submissions.flatMap(({ to }) => to);
    expect(recipients).toHaveLength(CONTACTS);
    expect(new Set(recipients).size).toBe(CONTACTS);
    const isOpen = ({ at }: { at: number }) =>
      (THURSDAY <= at && at < THURSDAY + 5 * MINUTE) ||
      (FRIDAY <= at && at < FRIDAY + 10 * HOUR) ||
      (TUESDAY <= at && at < TUESDAY + 10 * HOUR);
    expect(submissions.filter((one) => !isOpen(one))).toEqual([]);
    expect(await service.db("jobs").where({ kind: "submission" })).toEqual([]);
  }, 900_000);
});
