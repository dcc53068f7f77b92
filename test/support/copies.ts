import type { Knex } from "knex";
import { NOT_COPIED } from "../../src/platform/db/copy/tables";
import type { TestService } from "./service";
import { Campaigns } from "./campaigns";
import { Exchange } from "./exchange";
import { importBench } from "./imports";
import { rollUpCounts, rollUpTagCounts } from "./recount";

type Row = Record<string, unknown>;

const isCopied = (table: string) => !Object.hasOwn(NOT_COPIED, table);

/** Returns the names of the tables that a copy must contain, from either database's own list. */
export async function copiedTables(db: Knex, kind: "SQLite" | "PostgreSQL"): Promise<string[]> {
  const list =
    kind === "SQLite"
      ? db("sqlite_master").where({ type: "table" }).pluck("name")
      : db("pg_tables").where({ schemaname: "public" }).pluck("tablename");
  const names = ((await list) as string[]).filter((name) => !/^(sqlite_|contacts_search_)/.test(name));
  return names.filter(isCopied).sort();
}

/** Returns all rows of a table in a form that is equal on both databases. */
export async function rowsOf(db: Knex, table: string): Promise<string[]> {
  const rows = (await db(table).select("*")) as Row[];
  return rows
    .map(({ row_id: _, ...row }) =>
      JSON.stringify(
        Object.entries(row)
          .map(([name, value]) => [name, typeof value === "boolean" ? Number(value) : value])
          .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
      ),
    )
    .sort();
}

/** Uses many parts of the service, so that most tables have rows. Ends with pending work. */
export async function useService(service: TestService, webhookUrl: string): Promise<void> {
  const exchange = new Exchange(service);
  const campaigns = new Campaigns(service);
  await service.request.post("/v3/webhooks").send({ url: webhookUrl }).expect(201);
  await service.contact({
    phone: "+5511987651234",
    name: 'Anastácia "Nana" \\ Ção 🎉',
    attributes: { cpf: "1" },
  });
  await service.contact({ phone: "+5511987651235", suppressedOn: ["sms"] });
  const target = await exchange.template({ text: "Segundo" });
  const template = await exchange.template({
    text: "Olá {{name}}\n\t\"aspas\" \\ 'simples' {nulo} null",
    rules: [{ on: ["delivered"], after_seconds: 60, template_id: target }],
  });
  await exchange.send({ template }, "+5511987651234");
  await importBench(service).run("telefone;nome\n11 91234-5678;Ana\n123;Eva\n");
  const launched = await campaigns.launched({ template: target, list: await campaigns.list(3) });
  await service.drain();
  const sent = await service.request
    .get("/v3/messages")
    .query({ campaign_id: launched, limit: 1 })
    .expect(200);
  await exchange.reply(sent.body.data[0].to, "Quero saber mais");
  const canned = { name: "Horário", text: "Das 8h às 18h.", shortcut: "hora" };
  await service.request.post("/v3/canned-responses").send(canned).expect(201);
  const words = { opt_out: ["SAIR", "Não, obrigado"], opt_in: [], help: ["AJUDA"], confirmation: "Pronto." };
  await service.request
    .put("/v3/opt-out-words")
    .send({ ...words, help_answer: "Padaria Sol" })
    .expect(200);
  await exchange.reply("+5511987659090", "ajuda");
  await exchange.reply("+5511987651234", "Obrigada 😊", { reference: "abc" });
  await service.request
    .post("/v3/messages")
    .set("Idempotency-Key", "once")
    .send({
      channel: "sms",
      content: { type: "text", text: "Oi" },
      tags: ["pedidos", "a:1"],
      purpose: "marketing",
      recipients: [{ to: "11987654321" }],
    })
    .expect(202);
  await rollUpTagCounts(service.db, service.accountId);
  await rollUpCounts(service.db, service.accountId);
  const consent = { phone: "11 98765-4321", status: "granted", purposes: ["marketing"] };
  const evidence = { text: 'Quero "ofertas".', ip: "203.0.113.7" };
  await service.request
    .post("/v3/consents")
    .send({ ...consent, evidence })
    .expect(201);
  const { body } = await service.request.get("/v3/contacts").query({ search: "anastacia" }).expect(200);
  await service.request.delete(`/v3/contacts/${body.data[0].id}`).expect(204);
  await service.drainAfter(61_000);
  const erased = { phone: "+5511987651235", kind: "erasure" };
  await service.request.post("/v3/privacy-requests").send(erased).expect(202);
  await service.drain();
  await campaigns.launched({ template: target, list: await campaigns.list(2) });
  await exchange.send({ text: "pendente" }, ["+5511912340001", "+5511912340002"]);
}

const VALUES: Readonly<Record<string, (index: number) => unknown>> = {
  uuid: (index) => `0198c1d2-0000-7000-8000-${String(index).padStart(12, "0")}`,
  text: (index) => `text ${index}: "é", \\, {null}, ' and 😊\n`,
  bigint: (index) => 2 ** 53 - 1 - index,
  integer: (index) => 2 ** 31 - 1 - index,
  smallint: () => 32_767,
  boolean: (index) => index % 2 === 0,
};

/** Inserts rows with extreme values into the tables of SQLite that are empty. Returns their names. */
export async function fillEmptyTables(source: Knex, target: Knex): Promise<string[]> {
  const filled: string[] = [];
  for (const table of await copiedTables(source, "SQLite")) {
    if ((await source(table).limit(1)).length > 0) continue;
    const columns = (await target("information_schema.columns")
      .where({ table_schema: "public", table_name: table })
      .select({ name: "column_name", type: "data_type", nullable: "is_nullable" })) as {
      name: string;
      type: string;
      nullable: string;
    }[];
    for (const index of [1, 2]) {
      const valueOf = ({ type, nullable }: { type: string; nullable: string }) =>
        nullable === "YES" && index === 2 ? null : VALUES[type]?.(index);
      await source(table).insert(Object.fromEntries(columns.map((column) => [column.name, valueOf(column)])));
    }
    filled.push(table);
  }
  return filled;
}
