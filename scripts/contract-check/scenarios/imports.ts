import { type Call, type Context, scenario } from "../context";
import { expiresWithin } from "../expectations";
import { announceFile, freeNumber, imageFile, newList, uploadedFile } from "../fixtures";

/** Returns a CSV whose rows are all rejected: the import takes time and creates no contact. */
const rejectedRows = (count: number) => `telefone\n${"12\n".repeat(count)}`;

/** Cancels a running import. If the import completes first, tries again with more rows. */
async function cancelOne(context: Context, call: Call): Promise<void> {
  for (const rows of [50_000, 200_000, 800_000]) {
    const params = { list_id: (await newList(context)).id };
    const body = { file_id: await uploadedFile(context, rejectedRows(rows)) };
    const { id: import_id } = await call("createImport", 202, { params, body }, "starts a long import");
    const one = { params: { ...params, import_id } };
    const { response } = await context.send("cancelImport", one, "cancels an import");
    if (response?.status === 200) return;
  }
  context.unable("imports completed before they could be canceled", ["cancelImport", 200]);
}

export const imports = [
  scenario("the life of an import", async (context, call) => {
    const params = { list_id: (await newList(context)).id };
    const phone = await freeNumber(context);
    const file_id = await uploadedFile(context, `telefone;nome\n${phone};${context.prefix}\n123;Eva\n`);
    const started = await call("createImport", 202, { params, body: { file_id } }, "starts an import");
    const one = { params: { ...params, import_id: started.id } };
    await context.until("getImport", one, "waits for the import", ({ status }) =>
      status === "completed" || status === "failed" ? [] : [status],
    );
    await call("getImport", 200, one, "reads the counts of an import", {
      columns: [
        { heading: "telefone", use: "phone", attribute: null },
        { heading: "nome", use: "name", attribute: null },
      ],
      rows_total: 2,
      rows_processed: 2,
      created: 1,
      updated: 0,
      rejected: 1,
    });
    await call("listImports", 200, { params, query: { limit: 5 } }, "lists imports");
    await call("getImportErrors", 200, one, "gets the rejected rows", ({ expires_at }) =>
      expiresWithin(expires_at, 0, 24 * 60),
    );
    await call("cancelImport", 409, one, "cancels a completed import");
    const { data } = await call("listMembers", 200, { params }, "reads what was imported");
    for (const { id } of data)
      await call("deleteContact", 204, { params: { contact_id: id } }, "deletes what was imported");
  }),
  scenario("files that cannot be imported", async (context, call) => {
    const params = { list_id: (await newList(context)).id };
    const empty = { file_id: await announceFile(context, "telefone\n", { bytes: false }) };
    await call("createImport", 409, { params, body: empty }, "imports a file before the upload");
    const image = { file_id: await imageFile(context) };
    await call("createImport", 422, { params, body: image }, "imports an image");
  }),
  scenario("a canceled import", cancelOne),
];
