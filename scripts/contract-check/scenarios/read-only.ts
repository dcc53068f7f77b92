import type { OperationId } from "../../../generated/server/binding";
import { type Operation, operations } from "../contract";
import { permanentParams } from "../invariants/permanent";
import { invariantsOf, pathNames } from "../invariants/vocabulary";
import { type Context, scenario, type Scenario } from "../context";

interface Page {
  data: readonly { id: string }[];
}

/** List whose first entry provides the id in the path of an operation. */
interface Source {
  list: OperationId;
  query: Readonly<Record<string, string>> | undefined;
  parameter: string;
}

/** Filters for operations that accept only some entries of the list. */
const QUERIES: Partial<Record<OperationId, Source["query"]>> = {
  getFileDownloadUrl: { status: "uploaded" },
};

/** Returns the list of ids for the path of an operation, by `x-invariants`; null if unknown. */
function sourceOf(id: OperationId): Source | null {
  const [parameter, ...others] = pathNames(id);
  if (parameter === undefined || others.length > 0) return null;
  const list = operations.find((one) => {
    const reader = invariantsOf(one.id).entries?.reader as OperationId | undefined;
    return reader !== undefined && pathNames(one.id).length === 0 && pathNames(reader).at(-1) === parameter;
  });
  return list ? { list: list.id, query: QUERIES[id], parameter } : null;
}

interface NestedSource {
  outer: OperationId;
  list: OperationId;
  /** Path parameters of the outer and the nested resource. */
  parameters: readonly [string, string];
}

const IMPORTS: NestedSource = {
  ...{ outer: "listContactLists", list: "listImports" },
  parameters: ["list_id", "import_id"],
};
const NESTED: Partial<Record<OperationId, NestedSource>> = {
  getImport: IMPORTS,
  getImportErrors: IMPORTS,
  getWebhookDelivery: {
    ...{ outer: "listWebhooks", list: "listWebhookDeliveries" },
    parameters: ["webhook_id", "delivery_id"],
  },
};

const NOTHING_THERE = "read-only: the account has nothing to read here";

const NO_IDS = "read-only: the check has no list with the ids for its path";

async function firstOf(context: Context, { list, query }: Pick<Source, "list" | "query">) {
  const { body, response } = await context.send(list, { query }, "finds an entry to read");
  return response?.status === 200 ? ((body as Page).data[0]?.id ?? null) : null;
}

async function readOne(context: Context, id: OperationId, source: Source): Promise<void> {
  const found = await firstOf(context, source);
  if (found === null) return context.unable(NOTHING_THERE, [id, 200]);
  await context.send(id, { params: { [source.parameter]: found } }, "reads an entry");
}

/** Reads a nested resource, such as an import, from one of the first ten outer resources. */
async function readNested(
  context: Context,
  id: OperationId,
  { outer, list, parameters }: NestedSource,
): Promise<void> {
  const [outerName, name] = parameters;
  const found = await context.send(outer, { query: { limit: 10 } }, "finds an entry to read");
  const owners = found.response?.status === 200 ? (found.body as Page).data : [];
  for (const { id: owner } of owners) {
    const params = { [outerName]: owner };
    const { body, response } = await context.send(list, { params }, "finds an entry to read");
    const first = response?.status === 200 ? (body as Page).data[0]?.id : undefined;
    if (first === undefined) continue;
    await context.send(id, { params: { ...params, [name]: first } }, "reads an entry");
    return;
  }
  context.unable(NOTHING_THERE, [id, 200]);
}

async function downloadBeforeUpload(context: Context): Promise<void> {
  const file_id = await firstOf(context, { list: "listFiles", query: { status: "pending" } });
  if (file_id === null) return context.unable(NOTHING_THERE, ["getFileDownloadUrl", 409]);
  await context.send("getFileDownloadUrl", { params: { file_id } }, "downloads before the upload");
}

/** Returns scenarios that only read existing data. */
export function readingScenarios(operation: Operation): readonly Scenario[] {
  const { id } = operation;
  const [source, nested] = [sourceOf(id), NESTED[id]];
  const read = scenario(`reads by ${id}`, async (context) => {
    const params = permanentParams(id, 0);
    if (params) return void (await context.send(id, { params }, "reads the resource"));
    if (source) return readOne(context, id, source);
    if (nested) return readNested(context, id, nested);
    context.unable(NO_IDS, [id, 200]);
  });
  return id === "getFileDownloadUrl"
    ? [read, scenario("a file before its upload", downloadBeforeUpload)]
    : [read];
}
