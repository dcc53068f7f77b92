import { enums } from "../../../../../generated/server/values";
import type { Channel, MessageStatusInput, Recado } from "../../../../client";

/** Message statuses that each column of the report by channel counts. `delivered` includes `read`. */
const GROUPS = {
  delivered: ["delivered", "read"],
  read: ["read"],
  undelivered: ["undelivered", "failed", "expired"],
  notSent: ["error", "blocked"],
} as const satisfies Record<string, readonly MessageStatusInput[]>;

export interface ChannelCounts extends Record<keyof typeof GROUPS, number> {
  channel: Channel;
  total: number;
}

/** Returns the number of messages with a final outcome, delivered or not. */
export const endedOf = ({ delivered, undelivered }: ChannelCounts): number => delivered + undelivered;

/** Returns a column's share: of the delivered messages for reads, otherwise of the ended messages. */
export function shareOf(row: ChannelCounts, column: "delivered" | "read" | "undelivered"): number | null {
  const all = column === "read" ? row.delivered : endedOf(row);
  return all === 0 ? null : row[column] / all;
}

/** Counts a campaign's messages by channel, including follow-ups. Omits channels without messages. */
export async function countsByChannel(
  recado: Pick<Recado, "messages">,
  campaignId: string,
): Promise<ChannelCounts[]> {
  const count = async (channel: Channel, status: readonly MessageStatusInput[] = []) => {
    const filter = { campaign_id: [campaignId], channel: [channel], limit: 1 };
    const params = status.length === 0 ? filter : { ...filter, status: [...status] };
    return (await recado.messages.list(params)).pagination.total;
  };
  const rows = await Promise.all(
    enums.Channel.map(async (channel): Promise<ChannelCounts | null> => {
      const total = await count(channel);
      if (total === 0) return null;
      const [delivered, read, undelivered, notSent] = await Promise.all([
        count(channel, GROUPS.delivered),
        count(channel, GROUPS.read),
        count(channel, GROUPS.undelivered),
        count(channel, GROUPS.notSent),
      ]);
      return { channel, total, delivered, read, undelivered, notSent };
    }),
  );
  return rows.filter((row) => row !== null);
}
