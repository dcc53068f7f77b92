import type { Message } from "../../../../client";
import { type QueryResult, useQuery } from "../service/use-query";

const POLL_MS = 3_000;

export function useMessage(id: string): QueryResult<Message> {
  return useQuery(id, (recado) => recado.messages.get({ message_id: id }), { everyMs: POLL_MS });
}
