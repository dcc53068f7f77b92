import { receiver } from "../support/receiver";
import { testService } from "../support/service";
import { deliverDue } from "../support/deliver";

// On PostgreSQL each statement is a round trip, which is most of the cost of a single message.
describe("a single message on PostgreSQL", () => {
  const service = testService("PostgreSQL");
  const statements: string[] = [];
  const counted = async (work: () => Promise<unknown>): Promise<number> => {
    statements.length = 0;
    await work();
    return statements.length;
  };
  const send = () =>
    service.request
      .post("/v3/messages")
      .send({
        channel: "sms",
        content: { type: "text", text: "Seu código é 123456" },
        recipients: [{ to: "+5511987650001" }],
      })
      .expect(202);

  it("takes a fixed number of statements from the request to the webhook delivery", async () => {
    const endpoint = await receiver();
    await service.request.post("/v3/webhooks").send({ url: endpoint.url }).expect(201);
    const deliver = async () => {
      service.clock.advance(1_000);
      while (await deliverDue(service.app)) continue;
    };
    await send();
    await service.drain();
    await deliver();
    // Notifications are joined with those of a moment before, so their number depends on the time.
    service.db.on("query", ({ sql }: { sql: string }) => {
      if (!sql.includes("pg_notify")) statements.push(sql);
    });
    const stages = {
      accepted: await counted(send),
      dispatched: await counted(() => service.dispatcher.workOff()),
      delivered: await counted(deliver),
    };
    expect(stages).toEqual({ accepted: 3, dispatched: 9, delivered: 8 });
    await endpoint.close();
  });
});
