import type { components } from "../../../generated/schema";
import type { SendersApi } from "../../../generated/server/senders.api";
import type { Platform } from "../../platform/parts";
import { pageOf, pageRequest } from "../../platform/db/page";
import { toTimestamp } from "../../platform/time";
import type { Sender } from "./sender";
import { listSenders } from "./senders.store";

const toContract = (sender: Sender): components["schemas"]["Sender"] => ({
  id: sender.id,
  channel: sender.channel,
  address: sender.address,
  carrier: sender.carrier,
  is_default: sender.isDefault,
  max_per_second: sender.maxPerSecond,
  created_at: toTimestamp(sender.createdAt),
});

export function sendersApi({ db }: Pick<Platform, "db">): SendersApi {
  return {
    async listSenders({ query, caller }) {
      const page = pageRequest(query);
      const { senders, total } = await listSenders(db, caller.accountId, page);
      return { status: 200, body: pageOf(senders.map(toContract), total, page) };
    },
  };
}
