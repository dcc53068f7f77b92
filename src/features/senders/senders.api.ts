import type { components } from "../../../generated/schema";
import type { SendersApi } from "../../../generated/server/senders.api";
import type { Carriers } from "../../carriers/carrier";
import type { Platform } from "../../platform/platform";
import { pageOf, pageRequest } from "../../platform/db/page";
import { HOUR, toTimestamp, toTimestampOrNull } from "../../platform/time";
import { type Waiting, waitingOf } from "../../queue/maintenance.store";
import type { Sender } from "./sender";
import { listSenders } from "./senders.store";

type SenderState = components["schemas"]["SenderState"];

const toContract = (
  sender: Sender,
  state: SenderState,
  { since }: Waiting,
): components["schemas"]["Sender"] => ({
  id: sender.id,
  channel: sender.channel,
  address: sender.address,
  carrier: sender.carrier,
  is_default: sender.isDefault,
  max_per_second: sender.maxPerSecond,
  state,
  waiting_since: toTimestampOrNull(since),
  created_at: toTimestamp(sender.createdAt),
});

export function sendersApi({
  db,
  clock,
  carriers,
}: Pick<Platform, "db" | "clock"> & { carriers: Carriers }): SendersApi {
  function stateOf(sender: Sender, { isRetried }: Waiting): SenderState {
    if (!carriers.has(sender.carrier)) return "unconnected";
    return isRetried ? "retrying" : "ready";
  }

  async function shown(sender: Sender) {
    const key = { accountId: sender.accountId, key: sender.id };
    const now = clock.now();
    // Jobs due more than an hour from now are scheduled for later or parked, so they do not count as waiting.
    // The bound avoids reading these jobs, because there can be many.
    const waiting = await waitingOf(db, "submission", key, { now, until: now + HOUR });
    return toContract(sender, stateOf(sender, waiting), waiting);
  }

  return {
    async listSenders({ query, caller }) {
      const page = pageRequest(query);
      const { senders, total } = await listSenders(db, caller.accountId, page);
      return { status: 200, body: pageOf(await Promise.all(senders.map(shown)), total, page) };
    },
  };
}
