import { expiresWithin } from "../expectations";
import { freeNumber, announceFile, imageFile, newList, uploadedFile } from "../fixtures";
import { type Context, scenario } from "../context";

/** Returns a CSV whose rows are all rejected: the import takes time and creates no contact. */
const rejectedRows = (count: number) => `telefone\n${"12\n".repeat(count)}`;

/** Cancels a running import. If the import completes first, tries again with more rows. */
async function cancelOne(context: Context): Promise<void> {
  for (const rows of [50_000, 200_000, 800_000]) {
    const list = await newList(context);
    const file_id = await uploadedFile(context, rejectedRows(rows));
    const params = { list_id: list.id };
    const { id } = await context.provoke(
      "createImport",
      202,
      { params, body: { file_id } },
      "starts a long import",
    );
    const canceled = await context.send(
      "cancelImport",
      { params: { ...params, import_id: id } },
      "cancels an import",
    );
    if (canceled.response?.status === 200) return;
  }
  context.unable("imports completed before they could be canceled", ["cancelImport", 200]);
}

export const imports = [
  scenario("the life of an import", async (context, call) => {
    const list = await newList(context);
    const params = { list_id: list.id };
    const phone = await freeNumber(context);
    const file_id = await uploadedFile(context, `telefone;nome\n${phone};${context.prefix}\n123;Eva\n`);
    const { id } = await call("createImport", 202, { params, body: { file_id } }, "starts an import");
    const one = { ...params, import_id: id };
    await context.until(
      "getImport",
      200,
      { params: one },
      ({ status }) => status === "completed" || status === "failed",
      "waits for the import",
    );
    await call("listImports", 200, { params, query: { limit: 5 } }, "lists imports");
    await call("getImportErrors", 200, { params: one }, "gets the rejected rows", (errors) =>
      expiresWithin(errors.expires_at, 0, 24 * 60),
    );
    await call("cancelImport", 409, { params: one }, "cancels a completed import");
    const { data } = await call("listMembers", 200, { params }, "reads what was imported");
    for (const contact of data) {
      await call("deleteContact", 204, { params: { contact_id: contact.id } }, "deletes what was imported");
    }
  }),
  scenario("files that cannot be imported", async (context, call) => {
    const list = await newList(context);
    const params = { list_id: list.id };
    const file_id = await announceFile(context, "telefone\n", { bytes: false });
    await call("createImport", 409, { params, body: { file_id } }, "imports a file before the upload");
    const image = await imageFile(context);
    await call("createImport", 422, { params, body: { file_id: image } }, "imports an image");
  }),
  scenario("a canceled import", cancelOne),
];
