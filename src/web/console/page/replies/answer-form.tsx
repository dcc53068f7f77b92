import { useRef, useState } from "preact/hooks";
import type { SendResult } from "../../../../client";
import { limits } from "../../../../../generated/server/values";
import { useTexts } from "../texts/language";
import { Failure } from "../parts/failure";
import { Field } from "../parts/field";
import { useAccount } from "../service/signed-in";
import { useMutation } from "../service/use-mutation";
import { useQuery } from "../service/use-query";
import type { SentMessage } from "../conversation/timeline";
import { replyChannel } from "./conversations";

/** Returns an idempotency key. `crypto.randomUUID` is unavailable on pages served over HTTP. */
const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Returns a sent message in the form that the timeline shows until the service lists the message. */
const sentAs = (
  { message_id: id, status }: SendResult,
  channel: SentMessage["channel"],
  text: string,
): SentMessage => ({
  id,
  channel,
  status,
  content: { type: "text", text },
  created_at: new Date().toISOString(),
});

/** Form that sends a text to a number. Default channel: the channel of the number's latest reply. */
export function ReplyForm({ number, onSent }: { number: string; onSent(message: SentMessage): void }) {
  const { t } = useTexts();
  const { recado } = useAccount();
  const latest = useQuery(
    number,
    async (signal) =>
      (await recado.inbound.listMessages({ sender: [number], limit: 1 }, { signal })).data[0] ?? null,
  ).value;
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState<"sms" | "rcs" | null>(null);
  const channel = chosen ?? replyChannel(latest ?? undefined);
  // The key changes with the input, so a retry after a lost connection sends the same message only once.
  const key = useRef(newKey());
  const action = useMutation(
    () =>
      recado.messages.send(
        { channel, content: { type: "text", text }, recipients: [{ to: number }] },
        { idempotencyKey: key.current },
      ),
    ({ data: [result] }) => {
      if (result) onSent(sentAs(result, channel, text));
      setText("");
      key.current = newKey();
    },
  );
  const change = (act: () => void) => {
    act();
    key.current = newKey();
  };
  return (
    <form
      class="answer"
      onSubmit={(event) => {
        event.preventDefault();
        void action.run();
      }}
    >
      <Field label={t.replies.reply}>
        <textarea
          rows={2}
          required
          maxLength={limits.TextContent.text.maxLength}
          value={text}
          onInput={(event) => {
            const { value } = event.currentTarget;
            change(() => setText(value));
          }}
        />
      </Field>
      <div class="choices">
        <select
          aria-label={t.messages.channel}
          value={channel}
          onChange={(event) => {
            const { value } = event.currentTarget;
            change(() => setChosen(value as "sms" | "rcs"));
          }}
        >
          {(["sms", "rcs"] as const).map((one) => (
            <option key={one} value={one} selected={one === channel}>
              {t.channel[one]}
            </option>
          ))}
        </select>
        <button type="submit" class="btn btn-primary" disabled={action.busy}>
          {t.replies.send}
        </button>
      </div>
      <Failure of={action.failure} />
    </form>
  );
}
