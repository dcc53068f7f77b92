import type { OperationId } from "../../../generated/server/binding";
import { type Operation, operations } from "../contract";
import { invariantsOf, pathNames } from "../invariants/vocabulary";
import { type Context, scenario, type Scenario } from "../context";

interface Page {
  data: readonly { id: string }[];
}

/** Where the id of an operation's path comes from: the first entry of a list. */
interface Source {
  list: OperationId;
  query: Readonly<Record<string, string>> | undefined;
  parameter: string;
}

/** Which entries are looked for, where not all of a list will do. */
const QUERIES: Partial<Record<OperationId, Source["query"]>> = {
  getFileDownloadUrl: { status: "uploaded" },
};

/** The list whose entries have the id of an operation's path, as the contract's invariants say; null where none has. */
function sourceOf(id: OperationId): Source | null {
  const [parameter, ...others] = pathNames(id);
  if (parameter === undefined || others.length > 0) return null;
  const list = operations.find((one) => {
    const reader = invariantsOf(one.id).entries?.reader as OperationId | undefined;
    return reader !== undefined && pathNames(one.id).length === 0 && pathNames(reader).at(-1) === parameter;
  });
  return list ? { list: list.id, query: QUERIES[id], parameter } : null;
}

interface Within {
  outer: OperationId;
  list: OperationId;
  /** Of the outer thing, and of the one within. */
  parameters: readonly [string, string];
}

const IMPORTS: Within = {
  ...{ outer: "listContactLists", list: "listImports" },
  parameters: ["list_id", "import_id"],
};
const WITHIN: Partial<Record<OperationId, Within>> = {
  getImport: IMPORTS,
  getImportErrors: IMPORTS,
  getWebhookDelivery: {
    ...{ outer: "listWebhooks", list: "listWebhookDeliveries" },
    parameters: ["webhook_id", "delivery_id"],
  },
};

const NOTHING_THERE = "read-only: the account has nothing to read here";

const NO_IDS = "read-only: the check knows no list that has the ids of its path";

async function firstOf(context: Context, { list, query }: Pick<Source, "list" | "query">) {
  const { body, answer } = await context.ask(list, { query }, "looks for something to read");
  return answer?.status === 200 ? ((body as Page).data[0]?.id ?? null) : null;
}

async function readOne(context: Context, id: OperationId, source: Source): Promise<void> {
  const found = await firstOf(context, source);
  if (found === null) return context.unable(NOTHING_THERE, [id, 200]);
  await context.ask(id, { params: { [source.parameter]: found } }, "reads what is there");
}

/** What belongs to something else is found by way of it: the first few of that are looked at. */
async function readWithin(
  context: Context,
  id: OperationId,
  { outer, list, parameters }: Within,
): Promise<void> {
  const [outerName, name] = parameters;
  const found = await context.ask(outer, { query: { limit: 10 } }, "looks for something to read");
  const owners = found.answer?.status === 200 ? (found.body as Page).data : [];
  for (const { id: owner } of owners) {
    const params = { [outerName]: owner };
    const { body, answer } = await context.ask(list, { params }, "looks for something to read");
    const first = answer?.status === 200 ? (body as Page).data[0]?.id : undefined;
    if (first === undefined) continue;
    await context.ask(id, { params: { ...params, [name]: first } }, "reads what is there");
    return;
  }
  context.unable(NOTHING_THERE, [id, 200]);
}

async function downloadBeforeUpload(context: Context): Promise<void> {
  const file_id = await firstOf(context, { list: "listFiles", query: { status: "pending" } });
  if (file_id === null) return context.unable(NOTHING_THERE, ["getFileDownloadUrl", 409]);
  await context.ask("getFileDownloadUrl", { params: { file_id } }, "downloads before the upload");
}

/** Reads what the account has: nothing is made, changed or sent. */
export function readingScenarios(operation: Operation): readonly Scenario[] {
  const { id } = operation;
  const [source, within] = [sourceOf(id), WITHIN[id]];
  const read = scenario(`reads by ${id}`, async (context) => {
    if (source) return readOne(context, id, source);
    if (within) return readWithin(context, id, within);
    if (pathNames(id).length > 0) return context.unable(NO_IDS, [id, 200]);
    await context.ask(id, {}, "reads what is there");
  });
  return id === "getFileDownloadUrl"
    ? [read, scenario("a file that is awaited", downloadBeforeUpload)]
    : [read];
}
