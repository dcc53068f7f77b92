import { enums } from "../../../../../generated/server/values";
import { isRecadoError, type ListMessagesParams, type Recado } from "../../../../client";
import { FAILURES } from "../parts/outcomes";
import type { CodeCount } from "./rules";

type Messages = Pick<Recado, "messages">;

/** Counts a campaign's messages with a failure by error code, including follow-ups. */
export const countFailures = (recado: Messages, id: string): Promise<CodeCount[]> =>
  countByCode(
    recado,
    { campaign_id: [id], status: [...FAILURES] },
    enums.MessageErrorCode.map((code) => ({ code, filter: { error_code: [code] } })),
  );

/** Counts a campaign's blocked messages by block reason, including follow-ups. */
export const countBlocked = (recado: Messages, id: string): Promise<CodeCount[]> =>
  countByCode(
    recado,
    { campaign_id: [id], status: ["blocked"] },
    enums.BlockReason.map((code) => ({ code, filter: { block_reason: [code] } })),
  );

/**
 * Returns the counts above zero, the largest first. Messages without a known code have the code null. So do
 * all messages if the service returns 422 because counting by code would take too long.
 */
async function countByCode(
  recado: Messages,
  messages: ListMessagesParams,
  codes: readonly { code: string; filter: ListMessagesParams }[],
): Promise<CodeCount[]> {
  const count = async (filter: ListMessagesParams) =>
    (await recado.messages.list({ ...messages, ...filter, limit: 1 })).pagination.total;
  const total = await count({});
  if (total === 0) return [];
  const known = await Promise.all(
    codes.map(async ({ code, filter }) => ({ code, count: await count(filter) })),
  ).catch((failure: unknown) => {
    if (!isRecadoError(failure, "unprocessable_entity")) throw failure;
    return [];
  });
  const others = total - known.reduce((sum, one) => sum + one.count, 0);
  return [...known, { code: null, count: others }]
    .filter((one) => one.count > 0)
    .sort((a, b) => b.count - a.count);
}
