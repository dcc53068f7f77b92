import type { Knex } from "knex";
import { periodicJobsOf } from "../../src/app/service";
import { guideSource } from "../../src/web/docs/guides";
import { longReads } from "../../src/platform/db/reads/reads";
import { DAY, HOUR } from "../../src/platform/time";
import { plainStatement, unboundTables } from "../support/account-scope";
import { Campaigns } from "../support/campaigns";
import { openForTest } from "../support/databases";
import { Exchange } from "../support/exchange";
import { importBench } from "../support/imports";
import { receiver } from "../support/receiver";
import { testService } from "../support/service";
import {
  STATEMENTS_OF_ALL_ACCOUNTS,
  type StatementOfAllAccounts,
} from "../support/statements-of-all-accounts";

const distributed = new Set(
  [...guideSource("scaling").matchAll(/create_distributed_table\('(\w+)', 'account_id'/g)].map(
    ([, table = ""]) => table,
  ),
);

describe("the check of a statement's account", () => {
  const isBound = (sql: string) => unboundTables(plainStatement(sql), distributed).length === 0;

  it.each([
    'select * from "messages" where "id" = $1',
    "update messages set status = $1 where id = $2",
    "insert into messages (id, channel) values ($1, $2)",
    "select * from messages m join contacts c on c.id = m.contact_id where m.account_id = $1",
    "select * from messages where (account_id, id) > ($1, $2)",
  ])("finds that a table lacks one in: %s", (sql) => expect(isBound(sql)).toBe(false));

  it.each([
    'select * from "messages" where "account_id" = $1',
    "insert into messages (id, account_id) values ($1, $2)",
    "delete from messages where (account_id, id) in (select * from unnest($1::uuid[], $2::uuid[]))",
    "select * from messages m join contacts c on c.account_id = m.account_id where m.account_id = $1",
    "select * from jobs where kind = $1",
  ])("accepts: %s", (sql) => expect(isBound(sql)).toBe(true));
});

describe("each statement of a service", () => {
  const statements = new Set<string>();
  const record = (db: Knex) =>
    db.on("query", ({ sql }: { sql: string }) => statements.add(plainStatement(sql)));
  const service = testService("PostgreSQL", {
    env: { RECADO_RETAIN_MESSAGES_DAYS: "30" },
    override({ config, db, reads }) {
      void reads.stop();
      record(db);
      const readsDb = openForTest({ url: config.databaseUrl, sqliteFile: "", poolSize: 2 });
      record(readsDb);
      return { reads: longReads({ db: readsDb, connections: 2 }) };
    },
  });
  const matches = (statement: string) => (one: StatementOfAllAccounts) =>
    statement.startsWith(one.begins) && statement.includes(one.contains ?? "");

  it("names the account of each distributed table, unless a reason is listed", async () => {
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
      rules: [{ on: ["no_delivery"], after_seconds: 60, template_id: sms }],
    });
    const id = await exchange.sendOne({ template: rcs }, "+5511987650003");
    await request
      .post("/v3/messages")
      .set("Idempotency-Key", "once")
      .send({ channel: "sms", content: { type: "text", text: "Oi" }, recipients: [{ to: "+5511987650005" }] })
      .expect(202);
    await request
      .post("/v3/messages/preview")
      .send({ template_id: sms, recipients: [{ to: "+5511987659001" }] })
      .expect(200);
    await service.drain();
    await service.drainAfter(HOUR);
    await exchange.reply("+5511987659001", "SAIR");
    for (const phone of ["+5511987659001", "+5511987650005"])
      for (const status of ["granted", "revoked"])
        await exchange.posted("/v3/consents", { phone, status }, 201);

    const campaign = await campaigns.launched({ list });
    await service.drain();
    await campaigns.does("schedule", await campaigns.draft({ list }));
    await campaigns.does("delete", await campaigns.draft({ list }));
    const stopped = await campaigns.launched({ list: imported.listId });
    await campaigns.does("stop", stopped);
    await service.drainAfter(HOUR);

    const lists =
      "messages messages?search=ana messages?recipient=%2B5511987650005 files usage usage?group_by=hour usage?group_by=template contacts contacts?search=ana contacts/variables senders contact-lists contact-lists?search=mad api-keys campaigns campaigns?search=mad conversations conversations?search=ana sending-rules consents consents?phone=%2B5511987650005 templates templates?search=tem inbound-messages inbound-messages?search=sair inbound-rcs-events webhooks opt-out-words".split(
        " ",
      );
    const ofOne = [
      ...[`messages/${id}`, `messages/${id}/webhook-deliveries`, `webhooks/${hookId}/deliveries`],
      ...[`messages?campaign_id=${campaign}&status=sent`, `contacts/${contactId}`, `contact-lists/${list}`],
      `contacts/${contactId}/consents`,
      ...[
        `contact-lists/${list}/contacts?search=ana`,
        `contact-lists/${list}/contacts?attribute=city%3DRecife`,
        `contact-lists/${list}/imports`,
      ],
    ];
    for (const path of [...lists, ...ofOne]) await request.get(`/v3/${path}`).expect(200);
    await request.patch(`/v3/contacts/${contactId}`).send({ name: "Ana Lima" }).expect(200);
    await request.delete(`/v3/contacts/${contactId}`).expect(204);
    await request.delete(`/v3/contact-lists/${list}`).expect(204);
    await request.delete(`/v3/webhooks/${hookId}`).expect(204);
    service.clock.advance(40 * DAY);
    for (const { run } of periodicJobsOf(service.app)) {
      for (let runs = 0; runs < 20 && (await run()); runs++) continue;
    }
    await endpoint.close();
    expect(statements.size).toBeGreaterThan(200);
    const unbound = [...statements].filter((statement) => unboundTables(statement, distributed).length > 0);
    expect(unbound.filter((statement) => !STATEMENTS_OF_ALL_ACCOUNTS.some(matches(statement)))).toEqual([]);
    const unused = STATEMENTS_OF_ALL_ACCOUNTS.filter(
      (one) => !unbound.some((statement) => matches(statement)(one)),
    );
    expect(unused).toEqual([]);
  }, 120_000);
});
