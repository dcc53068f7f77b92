import type { OperationId } from "../../../generated/server/binding";
import { type Context, scenario, type Scenario } from "../context";
import type { Operation } from "../contract";
import type { RequestParts } from "../exchange";
import { permanentParams } from "../invariants/permanent";
import { listAt, textAt } from "../invariants/values";
import { listOf, pathNames } from "../invariants/vocabulary";

type Params = Readonly<Record<string, string>>;

const NOTHING_THERE = "read-only: the account has nothing to read here";
const NO_IDS = "read-only: the check has no list with the ids for its path";

const failedList = (list: OperationId, status: number | undefined): string =>
  status === 403
    ? `read-only: the given key lacks the scope of ${list}`
    : `read-only: ${list} returned ${status ?? "nothing"}`;

/** Filters for operations that accept only some entries of the list. */
const QUERIES: Partial<Record<OperationId, RequestParts["query"]>> = {
  getFileDownloadUrl: { status: "uploaded" },
};

/** Returns path parameters of a resource in one of the first ten parents, or why there are none. */
async function existing(
  context: Context,
  names: readonly string[],
  query: RequestParts["query"],
): Promise<Params | string> {
  let found: readonly Params[] = [{}];
  let failure: string | null = null;
  for (const [depth, name] of names.entries()) {
    const list = listOf(name, names.slice(0, depth));
    if (list === null) return NO_IDS;
    const isLast = depth === names.length - 1;
    const entries: Params[] = [];
    for (const params of found) {
      const request = { params, query: { limit: 10, ...(isLast ? query : {}) } };
      const { body, response } = await context.send(list, request, "finds an entry to read");
      if (response?.status !== 200) failure = failedList(list, response?.status);
      entries.push(...listAt(body, "data").map((entry) => ({ ...params, [name]: textAt(entry, "id") })));
      if (isLast && entries.length > 0) break;
    }
    found = entries;
  }
  return found[0] ?? failure ?? NOTHING_THERE;
}

async function readOne(context: Context, id: OperationId, status: number, query: RequestParts["query"]) {
  const params = permanentParams(id, 0) ?? (await existing(context, pathNames(id), query));
  if (typeof params === "string") return context.unable(params, [id, status]);
  await context.send(id, { params }, "reads a resource");
}

export function readingScenarios({ id }: Operation): readonly Scenario[] {
  const read = scenario(`reads by ${id}`, (context) => readOne(context, id, 200, QUERIES[id]));
  if (id !== "getFileDownloadUrl") return [read];
  const early = scenario("a file before its upload", (context) =>
    readOne(context, id, 409, { status: "pending" }),
  );
  return [read, early];
}
