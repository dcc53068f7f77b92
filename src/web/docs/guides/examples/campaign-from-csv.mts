// Imports a table of contacts into a new list, and sends a text to all of them as one campaign.
//
//   API=http://127.0.0.1:3000/v3 KEY=st_… node campaign-from-csv.mts clientes.csv "Pedidos de hoje" \
//     "Olá {{ name }}, o pedido {{ pedido }} está pronto."
//
// Node 22.18 and newer run TypeScript; with an older Node, write `npx tsx` instead of `node`.
//
// A second run with the same name ends with `conflict`, before anything is sent.
import { openAsBlob } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { createRecado, isRecadoError } from "recado/client";

const [path, name, text] = process.argv.slice(2);
if (!path || !name || !text) throw new Error("usage: campaign-from-csv.mts FILE NAME TEXT");

const recado = createRecado({ baseUrl: process.env.API ?? "", apiKey: process.env.KEY ?? "" });

/** Returns the id of a list with the valid rows of the file. */
async function load(file: string, listName: string): Promise<string> {
  const data = await openAsBlob(file);
  const { id: file_id } = await recado.files.upload({
    data,
    usage: "contact_import",
    content_type: "text/csv",
  });
  const { id: list_id } = await recado.contactLists.create({ name: listName, type: "default" });
  let rows = await recado.imports.create({ list_id, file_id });
  while (rows.status === "pending" || rows.status === "running") {
    await pause(200);
    rows = await recado.imports.get({ list_id, import_id: rows.id });
  }
  if (rows.status !== "completed") throw new Error(rows.error?.message ?? `the import is ${rows.status}`);
  console.log(`${rows.created + rows.updated} of ${rows.rows_total} rows are on the list`);
  if (rows.rejected > 0) {
    const { url } = await recado.imports.getErrors({ list_id, import_id: rows.id });
    console.log(`rejected rows:\n${(await (await fetch(url)).text()).trim()}`);
  }
  return list_id;
}

try {
  // Campaign, list and template have the same name, so an existing one stops a second run.
  const content = { type: "text", text, encoding: "gsm7" } as const;
  const template = await recado.templates.create({ name, channel: "sms", content });
  const list_id = await load(path, name);
  const { id: campaign_id } = await recado.campaigns.create({ name, template_id: template.id, list_id });
  await recado.campaigns.launch({ campaign_id });
  for (;;) {
    const { status, error, progress } = await recado.campaigns.get({ campaign_id });
    console.log(
      `${status}: ${progress.total - progress.pending - progress.sent} of ${progress.total} are finished`,
    );
    if (error) throw new Error(error.message);
    if (status === "completed") break;
    await pause(1000);
  }
  for await (const message of recado.messages.list({
    campaign_id: [campaign_id],
    status: ["error", "failed"],
  })) {
    console.log(message.to, message.error?.code);
  }
} catch (error) {
  if (!isRecadoError(error)) throw error;
  console.error(`${error.code}: ${error.message}`);
  process.exitCode = 1;
}
