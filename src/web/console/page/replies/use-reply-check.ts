import { useRef, useState } from "preact/hooks";
import type { Recado } from "../../../../client";
import { useMutation } from "../service/hooks";
import { type Change, changeSince, type Shown, type Stored } from "./conversations";

/** Time after which a reply is sent without the check, in milliseconds. */
const TIMEOUT_MS = 5_000;

interface Options<Reply> {
  number: string;
  shown: Shown;
  send(reply: Reply): void;
  /** Called when the page shows an outdated conversation. */
  onOutdated(): void;
}

/**
 * Reads the conversation again before a reply is sent. If another user has sent a message or marked the
 * conversation as done, holds the reply until the user confirms; `held` is the reply with this change. If the
 * check fails or times out, the reply is sent. A retry under the same idempotency key is not checked again,
 * because the newest message may be the reply itself.
 */
export function useReplyCheck<Reply extends { key: string }>(options: Options<Reply>) {
  const { number, shown, send, onOutdated } = options;
  const [held, setHeld] = useState<{ reply: Reply; change: Change } | null>(null);
  const sentKey = useRef("");
  const proceed = (reply: Reply) => {
    sentKey.current = reply.key;
    setHeld(null);
    send(reply);
  };
  const check = useMutation(
    (recado, _reply: Reply) => readConversation(recado, number),
    (stored, reply) => {
      const change = stored && changeSince(shown, stored);
      if (!change) return proceed(reply);
      setHeld({ reply, change });
      onOutdated();
    },
  );
  return {
    held,
    isChecking: check.busy,
    submit: (reply: Reply) => (reply.key === sentKey.current ? proceed(reply) : void check.run(reply)),
    confirm: () => held && proceed(held.reply),
  };
}

/** Returns the newest message to a number and whether its conversation is done; null after a failure. */
async function readConversation(recado: Recado, number: string): Promise<Stored | null> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const [messages, conversations] = await Promise.all([
      recado.messages.list({ recipient: [number], limit: 1 }, { signal }),
      recado.conversations.list({ phone: number, limit: 1 }, { signal }),
    ]);
    return { newest: messages.data[0] ?? null, isDone: conversations.data[0]?.status === "done" };
  } catch {
    return null;
  }
}
