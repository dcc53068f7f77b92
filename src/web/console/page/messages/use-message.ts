import type { Message } from "../../../../client";
import { useAccount } from "../service/signed-in";
import { type QueryResult, useQuery } from "../service/use-query";

const POLL_MS = 3_000;

export function useMessage(id: string): QueryResult<Message> {
  const { recado } = useAccount();
  return useQuery(id, (signal) => recado.messages.get({ message_id: id }, { signal }), { everyMs: POLL_MS });
}
