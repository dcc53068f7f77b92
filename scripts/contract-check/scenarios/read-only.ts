import type { OperationId } from "../../../generated/server/binding";
import type { Operation } from "../contract";
import { type Stage, story, type Story } from "../stage";

interface Page {
  data: readonly { id: string }[];
}

/** Where the id of an operation's path comes from: the first entry of a list. */
interface Source {
  list: OperationId;
  query?: Readonly<Record<string, string>>;
  parameter: string;
}

const SOURCES: Partial<Record<OperationId, Source>> = {
  getFile: { list: "listFiles", parameter: "file_id" },
  getFileDownloadUrl: { list: "listFiles", query: { status: "uploaded" }, parameter: "file_id" },
  getTemplate: { list: "listTemplates", parameter: "template_id" },
  getContact: { list: "listContacts", parameter: "contact_id" },
  getContactList: { list: "listContactLists", parameter: "list_id" },
  listMembers: { list: "listContactLists", parameter: "list_id" },
  listImports: { list: "listContactLists", parameter: "list_id" },
  getMessage: { list: "listMessages", parameter: "message_id" },
  getInboundMessage: { list: "listInboundMessages", parameter: "inbound_message_id" },
  getInboundRcsEvent: { list: "listInboundRcsEvents", parameter: "inbound_rcs_event_id" },
  getCampaign: { list: "listCampaigns", parameter: "campaign_id" },
  getWebhook: { list: "listWebhooks", parameter: "webhook_id" },
  listWebhookDeliveries: { list: "listWebhooks", parameter: "webhook_id" },
};

const NOTHING_THERE = "read-only: the account has nothing to read here";

async function firstOf(stage: Stage, { list, query }: Pick<Source, "list" | "query">) {
  const { body, answer } = await stage.ask(list, { query }, "looks for something to read");
  return answer?.status === 200 ? ((body as Page).data[0]?.id ?? null) : null;
}

async function readOne(stage: Stage, id: OperationId, source: Source): Promise<void> {
  const found = await firstOf(stage, source);
  if (found === null) return stage.unable(NOTHING_THERE, [id, 200]);
  await stage.ask(id, { params: { [source.parameter]: found } }, "reads what is there");
}

/** An import is found by way of the lists: the first few are looked at. */
async function readImport(stage: Stage, id: OperationId): Promise<void> {
  const { body, answer } = await stage.ask("listContactLists", { query: { limit: 10 } }, "looks for imports");
  const lists = answer?.status === 200 ? (body as Page).data : [];
  for (const { id: list_id } of lists) {
    const imports = await stage.ask("listImports", { params: { list_id } }, "looks for imports");
    const import_id = imports.answer?.status === 200 ? (imports.body as Page).data[0]?.id : undefined;
    if (import_id === undefined) continue;
    await stage.ask(id, { params: { list_id, import_id } }, "reads what is there");
    return;
  }
  stage.unable(NOTHING_THERE, [id, 200]);
}

async function downloadBeforeUpload(stage: Stage): Promise<void> {
  const file_id = await firstOf(stage, { list: "listFiles", query: { status: "pending" } });
  if (file_id === null) return stage.unable(NOTHING_THERE, ["getFileDownloadUrl", 409]);
  await stage.ask("getFileDownloadUrl", { params: { file_id } }, "downloads before the upload");
}

/** Reads what the account has: nothing is made, changed or sent. */
export function readingStories(operation: Operation): readonly Story[] {
  const { id, parameters } = operation;
  const source = SOURCES[id];
  const read = story(`reads by ${id}`, async (stage) => {
    if (source) return readOne(stage, id, source);
    if (parameters.some((parameter) => parameter.in === "path")) return readImport(stage, id);
    await stage.ask(id, {}, "reads what is there");
  });
  return id === "getFileDownloadUrl" ? [read, story("a file that is awaited", downloadBeforeUpload)] : [read];
}
