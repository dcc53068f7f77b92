import type { components } from "../../../generated/schema";
import { limits } from "../../../generated/server/values";
import type { Db } from "../../platform/db/dialect";
import { requireContactList } from "./contact-list";
import { countVariables } from "./variable-counts";
import { sampleVariables } from "./variables.store";

const MAX_VARIABLES = limits.ContactVariables.variables.maxItems;

export async function contactVariables(
  db: Db,
  accountId: string,
  listId: string | null,
): Promise<components["schemas"]["ContactVariables"]> {
  if (listId !== null) await requireContactList(db, accountId, listId);
  const { total, examined, groups } = await sampleVariables(db, { accountId, listId });
  const variables = countVariables(groups).slice(0, MAX_VARIABLES);
  return { total, examined, is_sample: examined < total, variables };
}
