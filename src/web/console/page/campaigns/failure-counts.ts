import { enums } from "../../../../../generated/server/values";
import {
  type BlockReasonInput,
  type Campaign,
  isRecadoError,
  type ListMessagesParams,
  type Recado,
} from "../../../../client";
import { FAILURES } from "../parts/outcomes";
import type { CodeCount } from "./rules";

type Messages = Pick<Recado, "messages">;

/**
 * Counts a campaign's `total` failed messages by error code. Messages without a known code have the code
 * null.
 */
export async function countFailures(
  recado: Messages,
  campaignId: string,
  total: number,
): Promise<CodeCount[]> {
  const counts = await countEach(recado, enums.MessageErrorCode, (code) => ({
    campaign_id: [campaignId],
    status: [...FAILURES],
    error_code: [code],
  }));
  const others = total - counts.reduce((sum, { count }) => sum + count, 0);
  return presentCounts([...counts, { code: null, count: others }]);
}

/**
 * Counts a campaign's blocked messages by reason. Returns one count without a reason if the service returns
 * 422, which means that counting would take too long.
 */
export async function countBlocked(
  recado: Messages,
  { id, progress }: Pick<Campaign, "id" | "progress">,
  options: { signal: AbortSignal },
): Promise<CodeCount[]> {
  try {
    const filterOf = (code: BlockReasonInput) => ({ campaign_id: [id], block_reason: [code] });
    return presentCounts(await countEach(recado, enums.BlockReason, filterOf, options));
  } catch (failure) {
    if (!isRecadoError(failure, "unprocessable_entity")) throw failure;
    return [{ code: null, count: progress.blocked }];
  }
}

const countEach = <Code extends string>(
  recado: Messages,
  codes: readonly Code[],
  filterOf: (code: Code) => ListMessagesParams,
  options: { signal?: AbortSignal } = {},
): Promise<CodeCount[]> =>
  Promise.all(
    codes.map(async (code) => {
      const { pagination } = await recado.messages.list({ ...filterOf(code), limit: 1 }, options);
      return { code, count: pagination.total };
    }),
  );

/** Returns the counts above zero, the largest first. */
const presentCounts = (counts: readonly CodeCount[]) =>
  counts.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
