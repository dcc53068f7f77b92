import { createServer, type RequestListener, type ServerResponse } from "node:http";
import Papa from "papaparse";
import type { components } from "../../generated/schema";
import { HOUR, MINUTE, SECOND } from "../../src/platform/time";
import { databases } from "../support/databases";
import { type Listening, listening } from "../support/listening";
import { readsWith, storeMessages } from "../support/messages";
import { RawClient } from "../support/raw-client";
import { type TestAccount, testService } from "../support/service";
import { until } from "../support/until";

type Message = components["schemas"]["Message"];
type Row = Record<string, string>;

const COLUMNS = [
  ...["id", "created_at", "updated_at", "channel", "status", "to", "sender", "text", "content_type"],
  ...["segments", "price", "error_code", "error_message", "carrier_code", "campaign_id", "template_id"],
  ...["contact_id", "parent_message_id", "client_reference", "carrier", "carrier_reference"],
  ...["sender_id", "purpose", "batch_id", "not_before", "tags", "block_reason"],
];

describe.each(databases)("the export of messages on %s", (database) => {
  const service = testService(database, readsWith({ connections: 2, slices: { first: 2, max: 5, aim: 30 } }));
  const text = (value: string) => ({ type: "text", text: value });
  const send = (body: object, { request }: Pick<TestAccount, "request"> = service) =>
    request.post("/v3/messages").send(body).expect(202);

  const urlOf = async (query: object | string = "", { request }: Pick<TestAccount, "request"> = service) => {
    const { body } = await request.get("/v3/messages/export").query(query).expect(200);
    return (body as { url: string }).url.slice(service.app.config.publicUrl.length);
  };
  const download = async (path: string) => {
    const response = await service.anonymous.get(path).buffer(true);
    expect({ status: response.status, text: response.text }).toMatchObject({ status: 200 });
    return response.text;
  };
  const rowsOf = (table: string) => {
    const { data, errors, meta } = Papa.parse<Row>(table.replace(/^\ufeff/, "").trimEnd(), { header: true });
    expect({ errors, fields: meta.fields }).toEqual({ errors: [], fields: COLUMNS });
    return data;
  };
  const exported = async (query: object | string = "", account?: Pick<TestAccount, "request">) =>
    rowsOf(await download(await urlOf(query, account)));

  let template = "";
  beforeAll(async () => {
    const created = await service.request
      .post("/v3/templates")
      .send({ name: "Aviso", channel: "sms", content: text("Olá {{name}}") })
      .expect(201);
    template = (created.body as { id: string }).id;
    const recipients = ["0001", "0002", "1234", "1235"].map((end) => ({
      to: `1198765${end}`,
      variables: { name: `Ana "${end}", da\nSilva` },
      client_reference: `ref-${end}`,
    }));
    await send({ template_id: template, recipients });
    service.clock.advance(HOUR);
    const card = { title: "Pão", description: "Quente" };
    await send({
      channel: "rcs",
      content: { type: "card", orientation: "vertical", card },
      recipients: [{ to: "11987651234" }],
    });
    await send({ channel: "rcs", content: text("Oi"), recipients: [{ to: "11987650004" }] });
    await service.drain();
    service.clock.advance(HOUR);
    await send({ channel: "sms", content: text("x".repeat(200)), recipients: [{ to: "11987651234" }] });
  });

  it("contains every field of every message, newest first, in the contract's columns", async () => {
    const { body } = await service.request.get("/v3/messages?limit=1000").expect(200);
    const messages = (body as { data: Message[] }).data;
    const table = await download(await urlOf());
    expect(table.startsWith(`\ufeff${COLUMNS.join(",")}\r\n`)).toBe(true);
    const rows = rowsOf(table);
    expect(rows).toHaveLength(messages.length);
    for (const [index, message] of messages.entries()) {
      const { content, error, tags, status_history: _, ...fields } = message;
      const texts: Record<string, string | null> = { text: null, card: "Pão\nQuente" };
      const expected: Record<string, string | number | null | undefined> = {
        ...fields,
        tags: tags.join(" "),
        text: content?.type === "text" ? content.text : texts[content?.type ?? "text"],
        content_type: content?.type ?? null,
        error_code: error?.code ?? null,
        error_message: error?.message ?? null,
        carrier_code: error?.carrier_code ?? null,
      };
      const cells = Object.entries(expected).map(([name, value]) => [name, String(value ?? "")]);
      expect(rows[index]).toEqual(Object.fromEntries(cells));
    }
    expect(rows.map(({ status }) => status)).toEqual(
      expect.arrayContaining(["pending", "read", "delivered", "undelivered", "failed"]),
    );
  });

  it("writes a table for an Excel in Portuguese with dialect=excel_pt", async () => {
    const account = await service.account(`excel ${database}`);
    const recipients = [{ to: "11987651234", client_reference: "=1+1" }];
    await send({ channel: "sms", content: text("Olá; =2, tudo bem?"), recipients }, account);
    await service
      .db("messages")
      .where({ account_id: account.accountId })
      .update({ price: 45_500, sender: "+442079460958" });
    const standard = await exported("dialect=standard", account);
    const table = await download(await urlOf("dialect=excel_pt", account));
    expect(table.startsWith("\ufeffId;Criada em (UTC);Atualizada em (UTC);Canal;Situação;Para;")).toBe(true);
    const { data, errors, meta } = Papa.parse<Row>(table.replace(/^\ufeff/, "").trimEnd(), { header: true });
    expect({ errors, columns: meta.fields?.length, rows: data.length }).toEqual({
      errors: [],
      columns: COLUMNS.length,
      rows: 1,
    });
    const [row = {}] = standard;
    expect(data[0]).toMatchObject({
      Id: row.id,
      Situação: "Pendente",
      Finalidade: "Transacional",
      Para: "+55 11 98765-1234",
      Remetente: "+44 2079460958",
      Texto: "Olá;' =2, tudo bem?",
      "Criada em (UTC)": row.created_at?.replace("T", " ").replace("Z", ""),
      "Preço (R$)": "0,045500",
      "Referência do cliente": "'=1+1",
    });
    await service.request.get("/v3/messages/export?dialect=excel_en").expect(400);
  });

  it("writes statuses, error messages and block reasons in Portuguese with dialect=excel_pt", async () => {
    const account = await service.account(`excel words ${database}`);
    await send({ channel: "sms", content: text("Oi"), recipients: [{ to: "11987651234" }] }, account);
    const cells = async (change: Record<string, unknown>) => {
      await service.db("messages").where({ account_id: account.accountId }).update(change);
      const table = await download(await urlOf("dialect=excel_pt", account));
      const { data } = Papa.parse<Row>(table.replace(/^\ufeff/, "").trimEnd(), { header: true });
      return ["Situação", "Código do erro", "Mensagem do erro", "Motivo do bloqueio"].map(
        (column) => data[0]?.[column],
      );
    };
    const error = JSON.stringify({ code: "landline", message: "a fixed line", carrier_code: null });
    expect(await cells({ status: "error", error })).toEqual([
      ...["Erro", "landline", "O número é de telefone fixo, que não recebe SMS nem RCS.", ""],
    ]);
    const refused = JSON.stringify({
      code: "carrier_rejected",
      message: "Sem saldo; =1",
      carrier_code: null,
    });
    expect(await cells({ status: "failed", error: refused })).toEqual([
      ...["Falhou", "carrier_rejected"],
      "A operadora recusou a mensagem ou não consegue enviar o conteúdo dela. (Sem saldo;' =1)",
      "",
    ]);
    expect(await cells({ status: "blocked", error: null, block_reason: "no_consent" })).toEqual([
      ...["Bloqueada", "", "", "Sem consentimento"],
    ]);
  });

  it.each([
    ["00123", "'00123"],
    ["12345678901", "12345678901"],
    ["123456789012", "'123456789012"],
    ["12E5", "'12E5"],
    ["10/2026", "'10/2026"],
    ["1.234,50", "'1.234,50"],
    ["pedido 0012", "pedido 0012"],
  ])("writes the reference %s as %s with dialect=excel_pt, so that Excel keeps it", async (code, cell) => {
    const account = await service.account(`reference ${code} ${database}`);
    const recipients = [{ to: "11987651234", client_reference: code }];
    await send({ channel: "sms", content: text("Oi"), recipients }, account);
    const error = JSON.stringify({ code: "carrier_rejected", message: "refused", carrier_code: code });
    await service
      .db("messages")
      .where({ account_id: account.accountId })
      .update({ status: "failed", error, carrier_reference: code });
    const columns = ["Código da operadora", "Referência do cliente", "Referência da operadora"];
    const table = await download(await urlOf("dialect=excel_pt", account));
    const { data } = Papa.parse<Row>(table.replace(/^\ufeff/, "").trimEnd(), { header: true });
    expect(columns.map((column) => data[0]?.[column])).toEqual([cell, cell, cell]);
    expect(await exported("dialect=standard", account)).toMatchObject([
      { carrier_code: code, client_reference: code, carrier_reference: code },
    ]);
  });

  it("applies the filters of the list", async () => {
    const later = new Date(service.clock.now() - HOUR).toISOString();
    for (const query of [
      "channel=rcs",
      "status=delivered&status=failed",
      "error_code=undeliverable",
      "error_code=undeliverable&error_code=carrier_rejected&channel=sms",
      `template_id=${template}&status=delivered`,
      "search=pão",
      "search=1198765000",
      `from=${later}`,
      `to=${later}&channel=sms&channel=rcs`,
      `from=${later}&to=${later}`,
      "campaign_id=01a1f509-8038-7e4b-a2d6-8c1f3b5e7094",
    ]) {
      const { body } = await service.request.get(`/v3/messages?limit=1000&${encodeURI(query)}`).expect(200);
      const listed = (body as { data: Message[] }).data.map(({ id }) => id);
      expect([query, (await exported(encodeURI(query))).map(({ id }) => id)]).toEqual([query, listed]);
    }
  });

  it("excludes messages that are created after the URL was issued", async () => {
    const account = await service.account(`later ${database}`);
    const one = (words: string) =>
      send({ channel: "sms", content: text(words), recipients: [{ to: "11987651234" }] }, account);
    await one("before");
    const path = await urlOf("", account);
    service.clock.advance(1);
    await one("after");
    expect(rowsOf(await download(path)).map((row) => row.text)).toEqual(["before"]);
    expect((await exported("", account)).map((row) => row.text)).toEqual(["after", "before"]);
  });

  it("escapes formulas, and keeps numbers unchanged", async () => {
    const account = await service.account(`formulas ${database}`);
    const texts = [
      "=1+1",
      "+cmd|' /C calc'!A0",
      "-2+3+cmd",
      "@SUM(A1)",
      "\t=1",
      "\r=1",
      "\n=1",
      "＝1+1",
      "a;=1+1",
      "+55 (11) 9",
    ];
    for (const words of texts) {
      const recipients = [{ to: "11987651234", client_reference: words.trim() }];
      await send({ channel: "sms", content: text(words), recipients }, account);
    }
    const rows = (await exported("", account)).reverse();
    expect(rows.map((row) => row.text)).toEqual([
      ...["'=1+1", "'+cmd|' /C calc'!A0", "'-2+3+cmd", "'@SUM(A1)"],
      // A spreadsheet may split a cell at a tab or a line break, so the text after it is escaped too.
      ...["'\t'=1", "'\r'=1", "'\n'=1"],
      ...["'＝1+1", "a;'=1+1", "+55 (11) 9"],
    ]);
    expect(rows.slice(0, 4).map((row) => row.client_reference)).toEqual(
      texts.slice(0, 4).map((words) => `'${words}`),
    );
    expect(new Set(rows.map(({ to }) => to))).toEqual(new Set(["+5511987651234"]));
  });

  it("is an uncached CSV attachment for GET and HEAD only", async () => {
    const path = await urlOf("channel=rcs");
    const headers = {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": expect.stringMatching(
        /^attachment; filename="?messages-[-\dTZ]+\.csv"?$/,
      ) as string,
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
    };
    expect((await service.anonymous.get(path).expect(200)).headers).toMatchObject(headers);
    const head = await service.anonymous.head(path).expect(200);
    expect(head.headers).toMatchObject(headers);
    const refused = await service.anonymous.post(path).expect(405);
    expect(refused.headers.allow).toBe("GET, HEAD");
  });

  it("requires the unmodified signed URL, which expires after 15 minutes", async () => {
    const path = await urlOf("status=failed");
    const foreign = await service.account(`foreign ${database}`);
    const url = new URL(path, "http://service");
    const changed = (changes: Record<string, string>) => {
      const other = new URL(url);
      for (const [name, value] of Object.entries(changes)) other.searchParams.set(name, value);
      return other.pathname + other.search;
    };
    const all = Buffer.from(JSON.stringify({ filter: {}, createdBy: service.clock.now() })).toString(
      "base64url",
    );
    for (const other of [
      path.replace(service.accountId, foreign.accountId),
      changed({ of: all }),
      changed({ expires: String(Number(url.searchParams.get("expires")) + 1) }),
      changed({ more: "1" }),
      url.pathname,
      path.replace(/signature=\w/, "signature=g"),
    ]) {
      await service.anonymous.get(other).expect(403);
    }
    service.clock.advance(15 * MINUTE - SECOND);
    expect(rowsOf(await download(path)).map(({ status }) => status)).toEqual(["failed"]);
    service.clock.advance(SECOND);
    await service.anonymous.get(path).expect(403);
  });

  it("contains only the header when no message matches", async () => {
    expect(await download(await urlOf("search=nowhere"))).toBe(`\ufeff${COLUMNS.join(",")}\r\n`);
  });

  it("rejects what the list rejects", async () => {
    const fieldOf = async (query: string) =>
      (
        (await service.request.get(`/v3/messages/export?${query}`).expect(400)).body as {
          error: { fields: { field: string }[] };
        }
      ).error.fields[0]?.field;
    expect(await fieldOf("from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z")).toBe("from");
    expect(await fieldOf("search=ab")).toBe("search");
    expect(await fieldOf(`search=${encodeURIComponent("\u0301".repeat(3))}`)).toBe("search");
    expect(await fieldOf("limit=10")).toBe("limit");
  });
});

describe.each(databases)("a large export of messages on %s", (database) => {
  const service = testService(database);
  const COUNT = 3_000;
  const responses: ServerResponse[] = [];
  let server: Listening;
  let selects = 0;

  beforeAll(async () => {
    const messages = Array.from({ length: COUNT }, () => ({ text: "ã".repeat(5_000) }));
    await storeMessages(service, service.accountId, "rcs", messages);
    const handle = service.express as RequestListener;
    server = await listening(
      createServer((request, response) => {
        responses.push(response);
        void handle(request, response);
      }),
    );
    service.db.on("query", () => (selects += 1));
  });
  afterAll(() => server.stop());

  const pathOf = async () => {
    const { body } = await service.request.get("/v3/messages/export").expect(200);
    return (body as { url: string }).url.slice(service.app.config.publicUrl.length);
  };
  const openDownload = (path: string) =>
    new RawClient(server.port).send(`GET ${path} HTTP/1.1\r\nHost: service\r\nConnection: close\r\n\r\n`);
  const status = async (path: string) => (await fetch(server.url + path, { method: "HEAD" })).status;

  it("reads only as fast as the client, allows two downloads at a time, and stops when the client leaves", async () => {
    const path = await pathOf();
    const clients = [openDownload(path), openDownload(path)];
    await until("two downloads are running", 10, async () => (await status(path)) === 429, 20);
    const refused = await fetch(server.url + path);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "5"]);
    expect((await refused.json()) as unknown).toMatchObject({ error: { code: "rate_limited" } });
    // Unread bytes fill the socket buffers; then the export stops querying the database.
    let before = -1;
    await until("nothing is read ahead", 20, async () => before === (before = selects), 400);
    expect(selects).toBeGreaterThan(0);
    const [first, second] = clients as [RawClient, RawClient];
    second.end();
    await until("one has left", 10, async () => (await status(path)) === 200, 20);
    const paused = selects;
    first.read();
    await first.closed;
    expect(selects).toBeGreaterThan(paused);
    expect(first.text.match(/,rcs,blocked,\+55119/g)).toHaveLength(COUNT);
  });

  it("counts no download of a client that disconnects before the download begins", async () => {
    const path = await pathOf();
    responses.length = 0;
    await service.db.transaction(async (trx) => {
      // Delays the check of the signature. On SQLite the check reads beside the transaction.
      if (database === "PostgreSQL") await trx.raw("lock table service_secrets in access exclusive mode");
      const clients = [openDownload(path), openDownload(path)];
      await until("both requests have arrived", 10, async () => responses.length === 2, 20);
      for (const client of clients) client.end();
      await until("both responses are closed", 10, async () => responses.every(({ closed }) => closed), 20);
    });
    expect([await status(path), await status(path)]).toEqual([200, 200]);
  });
});
