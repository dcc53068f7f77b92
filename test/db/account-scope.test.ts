import { writeFileSync } from "node:fs";
import { periodicJobsOf } from "../../src/app/service";
import { guideSource } from "../../src/web/docs/guides";
import { DAY, HOUR } from "../../src/platform/time";
import { withoutAccount } from "../support/account-scope";
import { Campaigns } from "../support/campaigns";
import { Exchange } from "../support/exchange";
import { importBench } from "../support/imports";
import { receiver } from "../support/receiver";
import { testService } from "../support/service";

const distributed = new Set(
  [...guideSource("scaling").matchAll(/create_distributed_table\('(\w+)', 'account_id'/g)].map(
    ([, table = ""]) => table,
  ),
);

describe("the statements of a service", () => {
  const service = testService("PostgreSQL", { env: { RECADO_RETAIN_MESSAGES_DAYS: "30" } });
  const statements = new Set<string>();

  it("collects", async () => {
    service.db.on("query", ({ sql }: { sql: string }) => statements.add(sql));
    const exchange = new Exchange(service);
    const campaigns = new Campaigns(service);
    const imports = importBench(service);
    const { request } = service;
    const endpoint = await receiver();
    const { body: hook } = await request.post("/v3/webhooks").send({ url: endpoint.url }).expect(201);
    const hookId = (hook as { id: string }).id;
    await request.get(`/v3/webhooks/${hookId}`).expect(200);
    await request.post(`/v3/webhooks/${hookId}/test`).send({}).expect(202);

    const list = await campaigns.list();
    const { body: contact } = await request
      .post(`/v3/contact-lists/${list}/contacts`)
      .send({ phone: "+5511987659001", name: "Ana", attributes: { city: "Recife" } })
      .expect(201);
    const contactId = (contact as { id: string }).id;
    const imported = await imports.run("telefone;nome\n+5511987659002;Bia\n123;Caio\n");
    await imports.errors(imported.listId, imported.done.id);

    const sms = await exchange.template({ text: "SMS" });
    const rcs = await exchange.template({
      channel: "rcs",
      rules: [{ on: "no_delivery", delay_seconds: 60, template_id: sms } as never],
    });
    const id = await exchange.sendOne({ template: rcs }, "+5511987650003");
    await request
      .post("/v3/messages")
      .set("Idempotency-Key", "once")
      .send({ channel: "sms", content: { type: "text", text: "Oi" }, recipients: [{ to: "+5511987650005" }] })
      .expect(202);
    await request
      .post("/v3/messages/preview")
      .send({ template_id: sms, recipients: [{ contact_id: contactId }] })
      .expect(200);
    await service.drain();
    await service.drainAfter(HOUR);
    await exchange.reply("+5511987659001", "SAIR");

    const campaign = await campaigns.launched({ list });
    await service.drain();
    await campaigns.does("schedule", await campaigns.draft({ list }));
    await campaigns.does("delete", await campaigns.draft({ list }));
    const stopped = await campaigns.launched({ list: imported.listId });
    await campaigns.does("stop", stopped);
    await service.drainAfter(HOUR);

    for (const path of [
      ...["messages", `messages/${id}`, `messages/${id}/webhook-deliveries`, "messages?search=oi", "usage"],
      ...[`messages?campaign_id=${campaign}&status=sent`, "messages?recipient=%2B5511987650005", "files"],
      ...["usage?group_by=hour", "usage?group_by=template", "contacts", "contacts?search=ana", "senders"],
      ...[
        `contacts/${contactId}`,
        "contacts/variables",
        "contact-lists",
        `contact-lists/${list}`,
        "api-keys",
      ],
      ...[
        `contact-lists/${list}/contacts?search=ana`,
        `contact-lists/${list}/imports`,
        "campaigns",
        "templates",
      ],
      ...[
        "campaigns?search=made",
        "inbound-messages",
        "inbound-rcs-events",
        "webhooks",
        "templates?search=t",
      ],
      `webhooks/${hookId}/deliveries`,
    ]) {
      await request.get(`/v3/${path}`).expect(200);
    }
    await request.patch(`/v3/contacts/${contactId}`).send({ name: "Ana Lima" }).expect(200);
    await request.delete(`/v3/contacts/${contactId}`).expect(204);
    await request.delete(`/v3/contact-lists/${list}`).expect(204);
    await request.delete(`/v3/webhooks/${hookId}`).expect(204);
    for (let days = 0; days < 2; days++) {
      for (const { run } of periodicJobsOf(service.app))
        for (let more = 50; more > 0 && (await run()); more--);
      await service.drainAfter(40 * DAY);
    }
    await endpoint.close();
    const bad = [...statements]
      .map((sql) => ({ sql, tables: withoutAccount(sql, distributed) }))
      .filter(({ tables }) => tables.length > 0);
    writeFileSync("/tmp/w-replica-statements.json", JSON.stringify([...statements], null, 1));
    writeFileSync("/tmp/w-replica-bad.json", JSON.stringify(bad, null, 1));
    expect(bad).toEqual([]);
  });
});
