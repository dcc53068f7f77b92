import type { components } from "../../../generated/schema";
import { limits } from "../../../generated/server/values";
import type { Db } from "../../platform/db/dialect";
import { notFound } from "../../platform/problem";
import { findContactList } from "./contact-lists.store";
import { countVariables } from "./variable-counts";
import { sampleVariables } from "./variables.store";

const MAX_VARIABLES = limits.ContactVariables.variables.maxItems;

export async function contactVariables(
  db: Db,
  accountId: string,
  listId: string | null,
): Promise<components["schemas"]["ContactVariables"]> {
  if (listId !== null && (await findContactList(db, accountId, listId)) === null) {
    throw notFound("The contact list");
  }
  const { total, examined, groups } = await sampleVariables(db, { accountId, listId });
  const variables = countVariables(groups).slice(0, MAX_VARIABLES);
  return { total, examined, is_sample: examined < total, variables };
}
