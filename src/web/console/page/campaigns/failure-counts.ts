import { enums } from "../../../../../generated/server/values";
import type { Recado } from "../../../../client";
import { FAILURES } from "../parts/outcomes";
import { type CodeCount, mostFrequentFirst } from "./rules";

/** Counts a campaign's failed messages by error code. `total` is the number of its failed messages. */
export async function countFailures(
  recado: Pick<Recado, "messages">,
  campaignId: string,
  total: number,
): Promise<CodeCount[]> {
  const counts = await Promise.all(
    enums.MessageErrorCode.map(async (code) => {
      const filter = { campaign_id: [campaignId], status: [...FAILURES], error_code: [code], limit: 1 };
      return { code, count: (await recado.messages.list(filter)).pagination.total };
    }),
  );
  const others = total - counts.reduce((sum, { count }) => sum + count, 0);
  return mostFrequentFirst([...counts, { code: null, count: others }]).filter(({ count }) => count > 0);
}
