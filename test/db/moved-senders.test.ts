import { defaultSender, setSender } from "../../src/features/senders/senders.store";
import { HOUR } from "../../src/platform/time";
import { scriptedCarrier } from "../support/carrier";
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
