import { rm } from "node:fs/promises";
import { join } from "node:path";
import Papa from "papaparse";
import { purgeRejections, rejectionsAfter } from "../../src/features/imports/rejections.store";
import { retainedSince } from "../../src/features/imports/retention";
import { DAY, MINUTE, toTimestamp } from "../../src/platform/time";
import { testAccount } from "../support/accounts";
import { databases } from "../support/databases";
import { storedFile } from "../support/files";
import { importBench } from "../support/imports";
import { type TestAccount, testService } from "../support/service";
import { times } from "../support/times";
import { workbook } from "../support/workbook";

const ABSENT = "01a1f8d3-ea00-7b3f-8d21-5c7e9a0b4f16";

/** Returns the n-th of many valid numbers. */
const phone = (n: number) => `+55119${String(80_000_000 + n)}`;

describe.each(databases)("imports on %s", (database) => {
  const service = testService(database);
  let account: TestAccount;
  const bench = importBench(service, () => account);
  const { upload, list, start, read, work, run, members } = bench;

  beforeEach(async () => {
    account = await testAccount(service, { senders: false });
  });

  const create = (listId: string, fileId: string) =>
    account.request.post(`/v3/contact-lists/${listId}/imports`).send({ file_id: fileId });
  const cancel = (listId: string, importId: string) =>
    account.request.post(`/v3/contact-lists/${listId}/imports/${importId}/cancel`);
  const errorsUrl = (listId: string, importId: string) =>
    account.request.get(`/v3/contact-lists/${listId}/imports/${importId}/errors`);
  const pathOf = (url: string) => url.slice(service.app.config.publicUrl.length);
  const contactCount = async () => {
    const { body } = await account.request.get("/v3/contacts").query({ limit: 1 }).expect(200);
    return body.pagination.total as number;
  };
  const valueOf = async (metric: string, labels: Record<string, string>) => {
    const { values } = (await service.app.metrics.registry.getSingleMetric(metric)?.get()) ?? { values: [] };
    const found = values.find((one) =>
      Object.entries(labels).every(([name, value]) => one.labels[name] === value),
    );
    return found?.value ?? 0;
  };

  describe("a run", () => {
    it("changes from pending to running to completed, and reports its progress", async () => {
      const rows = times(2_345, (i) => `${phone(i)},Pessoa ${i},Recife`);
      const listId = await list();
      const fileId = await upload(["phone,name,city", ...rows].join("\n"));
      const created = await start(listId, fileId);
      expect(created).toEqual({
        id: expect.any(String),
        list_id: listId,
        file_id: fileId,
        columns: null,
        status: "pending",
        rows_total: null,
        rows_processed: 0,
        created: 0,
        updated: 0,
        rejected: 0,
        error: null,
        created_at: toTimestamp(service.clock.now()),
        started_at: null,
        completed_at: null,
      });

      const lane = bench.lane();
      service.clock.advance(MINUTE);
      const begun = toTimestamp(service.clock.now());
      await lane.run();
      expect(await read(listId, created.id)).toMatchObject({
        status: "running",
        rows_total: 2_345,
        rows_processed: 0,
        started_at: begun,
        completed_at: null,
      });
      const seen = new Set<number>();
      service.clock.advance(1_000);
      while (await lane.run()) seen.add((await read(listId, created.id)).rows_processed);
      expect(seen.size).toBeGreaterThan(2);
      expect(await read(listId, created.id)).toEqual({
        ...created,
        columns: [
          { heading: "phone", use: "phone", attribute: null },
          { heading: "name", use: "name", attribute: null },
          { heading: "city", use: "attribute", attribute: "city" },
        ],
        status: "completed",
        rows_total: 2_345,
        rows_processed: 2_345,
        created: 2_345,
        started_at: begun,
        completed_at: toTimestamp(service.clock.now()),
      });

      const shown = await account.request.get(`/v3/contact-lists/${listId}`).expect(200);
      expect(shown.body.contact_count).toBe(2_345);
      expect(await contactCount()).toBe(2_345);
      const one = await account.request
        .get("/v3/contacts")
        .query({ phone: phone(77) })
        .expect(200);
      expect(one.body.data).toEqual([
        expect.objectContaining({
          name: "Pessoa 77",
          attributes: { city: "Recife" },
          list_ids: [listId],
          memberships: [{ list_id: listId, origin: "import", added_at: toTimestamp(service.clock.now()) }],
        }),
      ]);
    });

    it("applies rows like upserts: creates, updates and restores", async () => {
      const upsert = (body: object) => account.request.post("/v3/contacts").send(body);
      await upsert({ phone: phone(1), name: "Ana", attributes: { city: "Belém", plan: "gold" } }).expect(201);
      await upsert({ phone: phone(2), name: "Bia", attributes: { city: "Belém" } }).expect(201);
      const deleted = await upsert({ phone: phone(3), name: "Caio", attributes: { a: "b" } }).expect(201);
      await account.request.delete(`/v3/contacts/${deleted.body.id}`).expect(204);

      const { listId, done } = await run(
        `phone,name,city\n${phone(1)},,Recife\n${phone(2)},Beatriz,\n${phone(3)},,\n${phone(4)},Davi,Rio\n`,
      );
      expect(done).toMatchObject({ status: "completed", created: 2, updated: 2, rejected: 0 });
      const found = await members(listId);
      expect(found.map(({ name, attributes }) => [name, attributes])).toEqual([
        ["Ana", { city: "Recife" }],
        ["Beatriz", {}],
        [null, {}],
        ["Davi", { city: "Rio" }],
      ]);
      expect(found[2]?.id).toBe(deleted.body.id);
    });

    it("keeps attributes when the file has no attribute columns", async () => {
      await account.request
        .post("/v3/contacts")
        .send({ phone: phone(1), name: "Ana", attributes: { city: "Belém" } })
        .expect(201);
      const { listId, done } = await run(`telefone\n${phone(1)}\n${phone(2)}\n`);
      expect(done).toMatchObject({ created: 1, updated: 1 });
      expect((await members(listId))[0]).toMatchObject({ name: "Ana", attributes: { city: "Belém" } });
    });

    it("applies rows of one number in file order, even when far apart", async () => {
      const between = times(1_500, (i) => `${phone(100 + i)},x,y`);
      const { listId, done } = await run(
        [
          "phone,name,city",
          `${phone(1)},Ana,Belém`,
          `${phone(1)},,Recife`,
          `${phone(2)},Bia,Rio`,
          ...between,
          `${phone(2)},,Natal`,
          `${phone(1)},Ana Maria,`,
        ].join("\n"),
      );
      expect(done).toMatchObject({ created: 1_502, updated: 3, rejected: 0, rows_processed: 1_505 });
      const one = await account.request
        .get("/v3/contacts")
        .query({ phone: phone(1) })
        .expect(200);
      expect(one.body.data[0]).toMatchObject({ name: "Ana Maria", attributes: {} });
      const two = await account.request
        .get("/v3/contacts")
        .query({ phone: phone(2) })
        .expect(200);
      expect(two.body.data[0]).toMatchObject({ name: "Bia", attributes: { city: "Natal" } });
      const shown = await account.request.get(`/v3/contact-lists/${listId}`).expect(200);
      expect(shown.body.contact_count).toBe(1_502);
    });

    it("accepts numbers in local spelling", async () => {
      const { listId, done } = await run("Telefone;Nome\r\n(11) 98765-4321;Ana\r\n11 3456-7890;Casa\r\n");
      expect(done).toMatchObject({ created: 2 });
      expect((await members(listId)).map((one) => one.phone)).toEqual(["+551134567890", "+5511987654321"]);
    });

    it("adds contacts to the provisioned blacklist, too", async () => {
      const { body } = await account.request
        .get("/v3/contact-lists")
        .query({ type: "blacklist" })
        .expect(200);
      const provisioned = body.data[0].id as string;
      await start(provisioned, await upload(`phone\n${phone(1)}\n`));
      await work();
      expect(await members(provisioned)).toHaveLength(1);
    });

    it("counts rows and completed imports in metrics", async () => {
      const rows = (outcome: string) => valueOf("recado_import_rows_total", { outcome });
      const before = [await rows("created"), await rows("rejected")];
      const completed = await valueOf("recado_imports_total", { status: "completed" });
      await run(`phone\n${phone(1)}\n${phone(2)}\nx\n`);
      expect([await rows("created"), await rows("rejected")]).toEqual([before[0]! + 2, before[1]! + 1]);
      expect(await valueOf("recado_imports_total", { status: "completed" })).toBe(completed + 1);
    });
  });

  describe("a file", () => {
    const expected = [
      ["João", { cidade: "São Paulo", obs: 'diz "oi"\n, e; sai' }],
      ["Zé", { cidade: "Belém" }],
    ];
    const table = [
      ["telefone", "nome", "cidade", "obs"],
      [phone(1), "João", "São Paulo", 'diz "oi"\n, e; sai'],
      [phone(2), "Zé", "Belém", ""],
    ];
    const written = (delimiter: string, newline: string) => Papa.unparse(table, { delimiter, newline });
    it.each([
      ["commas and LF", Buffer.from(written(",", "\n"))],
      ["semicolons and CRLF", Buffer.from(written(";", "\r\n").replace("\n,", "\r\n,"))],
      ["tabs and CR", Buffer.from(written("\t", "\r"))],
      ["a byte order mark", Buffer.from(`\ufeff${written(";", "\r\n")}\r\n`)],
      ["Windows-1252", Buffer.from(written(";", "\r\n"), "latin1")],
      ["empty lines", Buffer.from(`\n${written(",", "\n").replace("\n+", "\n\n  \n+")}\n\n`)],
      ["rows of empty cells", Buffer.from(`,,\n${written(",", "\n").replace("\n+", "\n,,\n+")}\n, ,\n`)],
    ])("is accepted with %s", async (_, bytes) => {
      const { listId, done } = await run(bytes);
      expect(done).toMatchObject({ status: "completed", rows_total: 2, created: 2, rejected: 0 });
      expect((await members(listId)).map(({ name, attributes }) => [name, attributes])).toEqual(expected);
    });

    it("is accepted with only a header", async () => {
      const { done } = await run("phone,name\n");
      expect(done).toMatchObject({ status: "completed", rows_total: 0, rows_processed: 0, created: 0 });
    });

    it("keeps attributes that are named like properties of every object", async () => {
      const { listId } = await run(`phone,__proto__,constructor\n${phone(1)},a,b\n`);
      const [contact] = await members(listId);
      expect(JSON.stringify(contact?.attributes)).toBe('{"__proto__":"a","constructor":"b"}');
    });

    const row = `${phone(1)},Ana\n`;
    it.each([
      ["without a column of phone numbers", `code,name\n${row}`, "names no column of phone numbers"],
      ["with two columns of phone numbers", `phone,telefone\n${row}`, "two columns of phone numbers"],
      ["with a column twice", `phone,city,city\n${row}`, '"city" is there twice'],
      ["with two candidates for the phone number", `celular,fone\n${row}`, '"celular" and "fone"'],
      ["with 10,000 columns", `phone,${times(10_000, (i) => `a${i}`).join(",")}\n`, "columns"],
      ["with NUL in the first row", `phone,na\0me\n${row}`, "cannot be read"],
      ["with an unclosed quotation mark", `phone,name\n${row}${phone(2)},"Ana\n${row}`, "line 3"],
      ["with a line of a mebibyte", `phone,name\n${row}${phone(2)},${"A".repeat(2 ** 20)}\n`, "line 3"],
      ["in UTF-16 with a byte order mark", Buffer.from(`\ufeffphone,name\n${row}`, "utf16le"), "UTF-16"],
      ["in UTF-16 without a byte order mark", Buffer.from(`phone,name\n${row}`, "utf16le"), "UTF-16"],
      ["without content", "\n \n", "empty"],
    ])("fails %s, and nothing is imported", async (_, content, message) => {
      const { listId, done } = await run(content);
      expect(done).toMatchObject({
        status: "failed",
        rows_total: null,
        rows_processed: 0,
        error: { code: "file_unreadable", message: expect.stringContaining(message) },
        completed_at: expect.any(String),
      });
      expect(await members(listId)).toEqual([]);
      expect(await contactCount()).toBe(0);
      // The list accepts the next import.
      await start(listId, await upload(`phone\n${phone(1)}\n`));
    });

    it("fails with file_gone when its bytes are missing", async () => {
      const fileId = await upload(`phone\n${phone(1)}\n`);
      const listId = await list();
      const { id } = await start(listId, fileId);
      await rm(join(service.app.config.dataDir, "files", account.accountId, fileId));
      await work();
      expect(await read(listId, id)).toMatchObject({ status: "failed", error: { code: "file_gone" } });
    });
  });

  describe("the column mapping", () => {
    const startWith = (listId: string, body: object) =>
      account.request.post(`/v3/contact-lists/${listId}/imports`).send(body);
    const runWith = async (content: string | Buffer, columns: object[]) => {
      const listId = await list();
      const { body } = await startWith(listId, { file_id: await upload(content), columns }).expect(202);
      await work();
      return { listId, done: await read(listId, body.id as string) };
    };
    const shown = async (listId: string) =>
      (await members(listId)).map(({ phone: number, name, attributes }) => [number, name, attributes]);

    it("follows from common headings, and is shown by the import", async () => {
      const text = `Celular;Cliente;Data de Nascimento;Cidade\n${phone(1)};Ana;17/05/1990;Recife\n`;
      const { listId, done } = await run(Buffer.from(text, "latin1"));
      expect(done).toMatchObject({ status: "completed", created: 1, rejected: 0 });
      expect(done.columns).toEqual([
        { heading: "Celular", use: "phone", attribute: null },
        { heading: "Cliente", use: "name", attribute: null },
        { heading: "Data de Nascimento", use: "attribute", attribute: "data_de_nascimento" },
        { heading: "Cidade", use: "attribute", attribute: "Cidade" },
      ]);
      expect(await shown(listId)).toEqual([
        [phone(1), "Ana", { data_de_nascimento: "17/05/1990", Cidade: "Recife" }],
      ]);
    });

    it("follows the request, even when the headings say otherwise", async () => {
      const text = `Telefone,Contato WhatsApp,Quem,Obs,Valor,Valor\n1,${phone(1)},Ana,x,10,20\n`;
      const { listId, done } = await runWith(text, [
        { heading: "Contato WhatsApp", use: "phone" },
        { heading: "Quem", use: "name" },
        { heading: "Obs", use: "ignore" },
        { heading: "Valor", use: "ignore" },
        { heading: "Valor", use: "attribute", attribute: "total" },
      ]);
      expect(done).toMatchObject({ status: "completed", created: 1 });
      expect(done.columns?.map(({ heading, use, attribute }) => [heading, use, attribute])).toEqual([
        ["Telefone", "attribute", "Telefone_2"],
        ["Contato WhatsApp", "phone", null],
        ["Quem", "name", null],
        ["Valor", "attribute", "total"],
      ]);
      expect(await shown(listId)).toEqual([[phone(1), "Ana", { Telefone_2: "1", total: "20" }]]);
    });

    it("stays the same in all steps and in the table of rejected rows", async () => {
      const rows = times(1_200, (i) => `${i === 900 ? "x" : phone(i)};${i}`);
      const listId = await list();
      const fileId = await upload(["WhatsApp;Nº do pedido", ...rows].join("\n"));
      const { body } = await startWith(listId, { file_id: fileId }).expect(202);
      const id = body.id as string;
      // A new worker runs each step and reads the file again.
      for (let step = 0; step < 30 && (await read(listId, id)).status !== "completed"; step++) {
        const lane = bench.lane();
        await lane.run();
        await lane.run();
        await lane.run();
        service.clock.advance(MINUTE);
      }
      expect(await read(listId, id)).toMatchObject({ status: "completed", created: 1_199, rejected: 1 });
      for (const { phone: number, attributes } of await members(listId)) {
        expect(phone(Number(attributes.no_do_pedido))).toBe(number);
      }
      expect(await bench.errors(listId, id)).toContain("902,WhatsApp is not a valid phone number.,x,900");
    });

    it("fails the import when the file lacks a column that the request names", async () => {
      const { listId, done } = await runWith(`telefone,nome\n${phone(1)},Ana\n`, [
        { heading: "celular", use: "phone" },
      ]);
      expect(done).toMatchObject({
        status: "failed",
        columns: null,
        error: {
          code: "file_unreadable",
          message: 'The file has no column "celular", which the request names.',
        },
      });
      expect(await members(listId)).toEqual([]);
    });

    it("is rejected when contradictory, with the field of each contradiction", async () => {
      const listId = await list();
      const fileId = await upload(`telefone\n${phone(1)}\n`);
      const columns = [
        { heading: "a", use: "phone" },
        { heading: "b", use: "phone" },
        { heading: "c", use: "name", attribute: "x" },
        { heading: "d", use: "attribute", attribute: "x" },
        { heading: "e", use: "name" },
        { heading: "f", use: "attribute", attribute: "x" },
      ];
      const { body } = await startWith(listId, { file_id: fileId, columns }).expect(422);
      expect(body.error.fields).toEqual([
        { field: "columns[1].use", message: "is the same as in columns[0]" },
        { field: "columns[2].attribute", message: "is only for the use attribute" },
        { field: "columns[4].use", message: "is the same as in columns[2]" },
        { field: "columns[5].attribute", message: "is the same as in columns[3]" },
      ]);
      const many = times(101, (i) => ({ heading: `h${i}`, use: "attribute" }));
      const refused = await startWith(listId, { file_id: fileId, columns: many }).expect(422);
      expect(refused.body.error.fields).toMatchObject([{ field: "columns" }]);
      for (const bad of [{ heading: "a" }, { heading: "a", use: "email" }, { use: "phone" }]) {
        await startWith(listId, { file_id: fileId, columns: [bad] }).expect(400);
      }
      await startWith(listId, {
        file_id: fileId,
        columns: [{ heading: "a", use: "attribute", attribute: "não" }],
      }).expect(400);
      expect((await account.request.get(`/v3/contact-lists/${listId}/imports`)).body.data).toEqual([]);
    });

    it("is checked after the list, the file and other imports of the list", async () => {
      const [listId, fileId] = [await list(), await upload(`telefone\n${phone(1)}\n`)];
      const columns = ["a", "b"].map((heading) => ({ heading, use: "phone" }));
      await startWith(ABSENT, { file_id: fileId, columns }).expect(404);
      await startWith(listId, { file_id: ABSENT, columns }).expect(404);
      await startWith(listId, { file_id: fileId, columns }).expect(422);
      await start(listId, fileId);
      await startWith(listId, { file_id: fileId, columns }).expect(409);
      await work();
    });

    it("fails the import of an Excel workbook with an explanation", async () => {
      const { done } = await run(workbook({ Clientes: [["telefone"], [phone(1)]] }));
      expect(done).toMatchObject({
        status: "failed",
        error: {
          code: "file_unreadable",
          message: "The file is an Excel workbook. Save it as CSV UTF-8 and upload it again.",
        },
      });
    });
  });

  describe("the table of rejected rows", () => {
    const header = "phone,name,city,";
    const cases: [cells: string, reason: string][] = [
      [",Ana,Recife", "phone is empty."],
      ["  ,Ana,Recife", "phone is empty."],
      [
        "5.5E+12,Ana,Recife",
        "phone is in spreadsheet notation, which can lose digits: format the column as text.",
      ],
      [
        '"5,51199E+12",Ana',
        "phone is in spreadsheet notation, which can lose digits: format the column as text.",
      ],
      [
        "1198765432.0,Ana,Recife",
        "phone is in spreadsheet notation, which can lose digits: format the column as text.",
      ],
      ["12345,Ana,Recife", "phone is not a valid phone number."],
      ["0800 123 4567,Ana,Recife", "phone is not a valid phone number."],
      [`${phone(1)},${"a".repeat(121)},Recife`, "name is longer than 120 characters."],
      [`${phone(1)},Ana,${"a".repeat(1_025)}`, "city is longer than 1024 characters."],
      [`${phone(1)},Ana,Recife,,x`, "The row has 5 cells, but the file has 4 columns."],
      [`${phone(1)},Ana,Recife,x`, "Column 4 has no name, but the row has something in it."],
    ];

    it("lists line, reason and original cells, without stopping the import", async () => {
      const good = [
        `${phone(1)}`,
        `${phone(2)},${"😀".repeat(120)},${"é".repeat(1_024)},,,`,
        `${phone(3)},"a\nb"`,
      ];
      const content = [header, good[0], ...cases.map(([cells]) => cells), "", ...good.slice(1), "x,y"].join(
        "\n",
      );
      const { listId, done } = await run(content);
      expect(done).toMatchObject({
        status: "completed",
        rows_total: 15,
        rows_processed: 15,
        created: 3,
        rejected: 12,
      });
      expect(await members(listId)).toHaveLength(3);

      const { body } = await errorsUrl(listId, done.id).expect(200);
      expect(body).toEqual({
        url: expect.stringContaining(`${service.app.config.publicUrl}/imports/`),
        expires_at: toTimestamp(service.clock.now() + 15 * MINUTE),
      });
      const response = await service.anonymous.get(pathOf(body.url)).expect(200);
      expect(response.headers).toMatchObject({
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename=import-${done.id}-errors.csv`,
        "x-content-type-options": "nosniff",
        "cache-control": "private, no-store",
      });
      expect(response.text.startsWith("\ufeff")).toBe(true);
      const [names, ...rows] = Papa.parse<string[]>(response.text.slice(1).trimEnd()).data;
      expect(names).toEqual(["line", "reason", "phone", "name", "city", ""]);
      expect(rows).toEqual([
        ...cases.map(([cells, reason], i) => [
          String(i + 3),
          reason,
          ...Papa.parse<string[]>(cells).data[0]!,
        ]),
        [String(cases.length + 7), "phone is not a valid phone number.", "x", "y"],
      ]);
    });

    it("lists rows with NUL bytes or invalid bytes of UTF-8", async () => {
      const names = ["José", "Jos?", "A\0na", "João", "Zé"];
      const content = Buffer.from(`phone,name\n${names.map((name, n) => `${phone(n)},${name}\n`).join("")}`);
      content[content.indexOf("?")] = 0xe9;
      const { listId, done } = await run(content);
      expect(done).toMatchObject({ status: "completed", rows_total: 5, created: 3, rejected: 2 });
      expect((await members(listId)).map(({ name }) => name)).toEqual(["José", "João", "Zé"]);
      const reason = "The row has characters that cannot be read: correct each \ufffd.";
      expect(await bench.errors(listId, done.id)).toBe(
        "\ufeffline,reason,phone,name\r\n" +
          `3,${reason},${phone(1)},Jos\ufffd\r\n4,${reason},${phone(2)},A\ufffdna\r\n`,
      );
    });

    it("rejects rows with unreadable characters again until they are corrected", async () => {
      const { listId, done } = await run(`phone,name\n${phone(1)},A\0na\n${phone(2)},J\0o\n`);
      const rejected = await bench.errors(listId, done.id);
      const again = await run(rejected.replace("A\ufffdna", "Ana"));
      expect(again.done).toMatchObject({ created: 1, rejected: 1 });
      expect(await bench.errors(again.listId, again.done.id)).toContain("J\ufffdo");
    });

    it("allows importing the corrected rows again", async () => {
      const { listId, done } = await run(`telefone;nome\n+55 11 98000-00;Ana\n12;-5\n;"=1+1"\n`);
      const text = await bench.errors(listId, done.id);
      expect(text).toBe(
        "\ufeffline,reason,telefone,nome\r\n" +
          "2,telefone is not a valid phone number.,+55 11 98000-00,Ana\r\n" +
          "3,telefone is not a valid phone number.,12,-5\r\n" +
          "4,telefone is empty.,,'=1+1\r\n",
      );
      const rows = Papa.parse<string[]>(text.slice(1).trimEnd()).data;
      const right = rows.map(([line, reason, number, name], n) => [
        line,
        reason,
        n === 0 ? number : phone(n),
        name,
      ]);
      const again = await run(`\ufeff${Papa.unparse(right)}`);
      expect(again.done).toMatchObject({ created: 3, rejected: 0 });
      expect((await members(again.listId)).map(({ attributes }) => attributes)).toEqual([{}, {}, {}]);
    });

    it.each(["=1+1", "@SUM(A1)", "+cmd|' /C calc'!A0", "-2+3+cmd", "+55x", "\tx"])(
      "escapes a formula: %j",
      async (cell) => {
        const { listId, done } = await run(
          Papa.unparse([
            ["phone", "note"],
            ["x", cell],
          ]),
        );
        const text = await bench.errors(listId, done.id);
        const [, row] = Papa.parse<string[]>(text.slice(1).trimEnd()).data;
        expect(row?.[3]).toBe(`'${cell}`);
      },
    );

    it("escapes formulas that appear when a spreadsheet splits cells at semicolons", async () => {
      const { listId, done } = await run(`phone,note\nx,"a;=cmd|' /C calc'!A0"\nx,＝1+1\n+55 1,"b;+1"\n`);
      const text = await bench.errors(listId, done.id);
      const rows = Papa.parse<string[]>(text.slice(1).trimEnd(), { delimiter: "," }).data.slice(1);
      expect(rows.map((row) => row.slice(2))).toEqual([
        ["x", "a;'=cmd|' /C calc'!A0"],
        ["x", "'＝1+1"],
        ["+55 1", "b;'+1"],
      ]);
    });

    it("accepts a number with the apostrophe of an escaped cell", async () => {
      const { done } = await run(`phone\n'${phone(0)}\n`);
      expect(done).toMatchObject({ created: 1, rejected: 0 });
    });

    it("is available before the import starts and while it runs", async () => {
      const rows = times(1_500, (i) => (i % 2 ? `x${i}` : phone(i)));
      const listId = await list();
      const { id } = await start(listId, await upload(["phone", ...rows].join("\r\n")));
      expect(await bench.errors(listId, id)).toBe("\ufeffline,reason\r\n");
      const lane = bench.lane();
      for (let step = 0; step < 3; step++) await lane.run();
      const { rejected } = await read(listId, id);
      expect(rejected).toBeGreaterThan(0);
      expect(rejected).toBeLessThan(750);
      const soFar = (await bench.errors(listId, id)).trimEnd().split("\r\n");
      expect(soFar.length).toBeGreaterThan(rejected);
      while (await lane.run()) continue;
      const lines = (await bench.errors(listId, id)).trimEnd().split("\r\n");
      expect(lines).toHaveLength(751);
      expect(lines.at(-1)).toBe("1501,phone is not a valid phone number.,x1499");
    });

    it("reads rows in batches that are limited by count and size", async () => {
      const rows = [1, 2, 3, 400].map((kib) => `no number,${"a".repeat(kib * 1_024)}`);
      const { listId, done } = await run(`phone\n${rows.join("\n")}\n`);
      const lines = (await bench.errors(listId, done.id)).trimEnd().split("\r\n").slice(1);
      expect(lines).toEqual(
        rows.map((row, i) => `${i + 2},"The row has 2 cells, but the file has 1 columns.",${row}`),
      );
      const key = { accountId: account.accountId, id: done.id };
      const after = async (line: number, limits: { rows: number; bytes: number }) =>
        (await rejectionsAfter(service.db, key, line, limits)).map((row) => row.line);
      expect(await after(0, { rows: 500, bytes: 6_500 })).toEqual([2, 3, 4]);
      expect(await after(0, { rows: 500, bytes: 6_000 })).toEqual([2, 3]);
      expect(await after(0, { rows: 1, bytes: 6_500 })).toEqual([2]);
      expect(await after(4, { rows: 500, bytes: 6_500 })).toEqual([5]);
      expect(await after(5, { rows: 500, bytes: 6_500 })).toEqual([]);
    });

    it("deletes rows 30 days after the import ended", async () => {
      const { listId, done } = await run("phone\nx\ny\n");
      service.clock.advance(30 * DAY);
      // Imports of other tests may be older.
      for await (const _ of purgeRejections(service.db, retainedSince(service.app))) continue;
      expect(await bench.errors(listId, done.id)).toContain("x");
      service.clock.advance(1);
      for await (const _ of purgeRejections(service.db, retainedSince(service.app))) continue;
      const left = await service.db("import_rejections").where({ import_id: done.id });
      expect(left).toEqual([]);
      await errorsUrl(listId, done.id).expect(404);
      expect(await read(listId, done.id)).toMatchObject({ rejected: 2 });
    });

    it("requires the unmodified signed URL, which expires after 15 minutes", async () => {
      const { listId, done } = await run("phone\nx\n");
      const { body } = await errorsUrl(listId, done.id).expect(200);
      const path = pathOf(body.url);
      await service.anonymous.head(path).expect(200);
      await service.anonymous.post(path).expect(405);
      const refused = async (url: string) => {
        const response = await service.anonymous.get(url).expect(403);
        expect(response.body.error.code).toBe("forbidden");
      };
      await refused(path.split("?")[0] as string);
      await refused(path.replace(done.id, ABSENT));
      await refused(path.replace(account.accountId, ABSENT));
      await refused(path.replace(/expires=\d+/, (old) => `${old}0`));
      await refused(path.replace(/.$/, (old) => (old === "0" ? "1" : "0")));
      await refused(`${path}&more=1`);
      service.clock.advance(15 * MINUTE);
      await refused(path);
    });
  });

  describe("creation", () => {
    const good = `phone\n${phone(1)}\n`;

    it("returns 404 when the list or the file is absent or another account's", async () => {
      const [listId, fileId] = [await list(), await upload(good)];
      await create(ABSENT, fileId).expect(404);
      await create(listId, ABSENT).expect(404);
      const mine = account;
      account = await testAccount(service);
      await create(listId, await upload(good)).expect(404);
      await create(await list(), fileId).expect(404);
      account = mine;
      await account.request.delete(`/v3/contact-lists/${listId}`).expect(204);
      const response = await create(listId, fileId).expect(404);
      expect(response.body.error.message).toContain("contact list");
    });

    it("returns 409 while the file is not uploaded", async () => {
      const announced = { usage: "contact_import", content_type: "text/csv", size_bytes: 10 };
      const { body } = await account.request.post("/v3/files/upload-url").send(announced).expect(200);
      const response = await create(await list(), body.file_id as string).expect(409);
      expect(response.body.error).toMatchObject({ code: "conflict", fields: [{ field: "file_id" }] });
    });

    it("returns 422 for a file of another usage", async () => {
      const id = await storedFile(service, "image", account);
      const response = await create(await list(), id).expect(422);
      expect(response.body.error).toMatchObject({
        code: "unprocessable_entity",
        fields: [{ field: "file_id", message: expect.any(String) }],
      });
    });

    it("returns 409 while another import of the list is active, even for concurrent requests", async () => {
      const [listId, other, fileId] = [await list(), await list(), await upload(good)];
      const responses = await Promise.all(times(4, () => create(listId, fileId)));
      expect(responses.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409]);
      const refused = responses.find(({ status }) => status === 409);
      expect(refused?.body.error.code).toBe("import_in_progress");
      await start(other, fileId);
      await work();
      await start(listId, fileId);
      const { body } = await account.request.get(`/v3/contact-lists/${listId}/imports`).expect(200);
      expect(body.pagination.total).toBe(2);
    });
  });

  describe("the list", () => {
    it("shows the imports of one contact list, newest first", async () => {
      const [listId, other, fileId] = [await list(), await list(), await upload(`phone\n${phone(1)}\n`)];
      const ids: string[] = [];
      for (let i = 0; i < 3; i++) {
        ids.push((await start(listId, fileId)).id);
        await work();
      }
      const elsewhere = await start(other, fileId);
      const page = await account.request.get(`/v3/contact-lists/${listId}/imports`).query({ limit: 2 });
      expect(page.body.data.map((one: { id: string }) => one.id)).toEqual([ids[2], ids[1]]);
      expect(page.body.pagination).toEqual({ total: 3, limit: 2, offset: 0, has_more: true });
      const paths = [`${listId}/imports/${elsewhere.id}`, `${ABSENT}/imports`, `${ABSENT}/imports/${ids[0]}`];
      for (const path of paths) await account.request.get(`/v3/contact-lists/${path}`).expect(404);
      await cancel(listId, elsewhere.id).expect(404);
      await errorsUrl(listId, elsewhere.id).expect(404);
    });
  });

  describe("cancellation", () => {
    const many = ["phone", ...times(3_000, (i) => phone(i))].join("\n");

    it("prevents a pending import", async () => {
      const listId = await list();
      const { id } = await start(listId, await upload(many));
      const { body } = await cancel(listId, id).expect(200);
      expect(body).toMatchObject({ status: "canceled", completed_at: toTimestamp(service.clock.now()) });
      await work();
      expect((await cancel(listId, id).expect(200)).body).toEqual(body);
      expect(await members(listId)).toEqual([]);
    });

    it("stops a running import and keeps the contacts imported so far", async () => {
      const listId = await list();
      const { id } = await start(listId, await upload(many));
      const lane = bench.lane();
      for (let step = 0; step < 3; step++) await lane.run();
      const { body } = await cancel(listId, id).expect(200);
      expect(body.status).toBe("canceled");
      while (await lane.run()) continue;
      const left = await read(listId, id);
      expect(left).toEqual(body);
      expect(left.rows_processed).toBeGreaterThan(0);
      expect(left.rows_processed).toBeLessThan(3_000);
      const shown = await account.request.get(`/v3/contact-lists/${listId}`).expect(200);
      expect(shown.body.contact_count).toBe(left.created);
      // The list accepts the next import immediately.
      await start(listId, await upload(many));
    });

    it("returns 409 when the import has ended", async () => {
      const completed = await run(`phone\n${phone(1)}\n`);
      const failed = await run("fone\n");
      for (const { listId, done } of [completed, failed]) {
        const response = await cancel(listId, done.id).expect(409);
        expect(response.body.error.code).toBe("invalid_state");
      }
    });
  });

  it("fails a running import when its list is deleted", async () => {
    const listId = await list();
    const rows = times(3_000, (i) => phone(i));
    const { id } = await start(listId, await upload(["phone", ...rows].join("\n")));
    const lane = bench.lane();
    for (let step = 0; step < 3; step++) await lane.run();
    await account.request.delete(`/v3/contact-lists/${listId}`).expect(204);
    while (await lane.run()) continue;
    const [row] = await service.db("imports").where({ account_id: account.accountId, id });
    expect(row).toMatchObject({ status: "failed" });
    expect(await service.db("jobs").where({ kind: "import", id })).toEqual([]);
    expect(JSON.parse(row.error as string)).toMatchObject({ code: "list_deleted" });
    expect(await contactCount()).toBe(row.created);
    expect(row.created).toBeLessThan(3_000);
  });
});
