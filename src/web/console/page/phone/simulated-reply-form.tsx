import { SendHorizontal } from "lucide";
import { useRef, useState } from "preact/hooks";
import { limits } from "../../../../../generated/server/values";
import type { Message } from "../../../../client";
import { Icon } from "../../../design/icon";
import { handleSubmit } from "../parts/form";
import { ActionButton, Failure } from "../parts/state";
import { phoneText } from "../../../../messaging/phone-text";
import { useAccount, useMutation, useScope } from "../service/hooks";
import { useTexts, wordFor } from "../texts/language";
import { actionsOf, type Route } from "./actions";
import { replyRoutes } from "./rules";

interface Props {
  number: string;
  /** Messages on the phone, newest first. */
  messages: readonly Message[];
  isSubscribed: boolean;
  onSent(): void;
}

export function SimulatedReplyForm(props: Props) {
  const { t } = useTexts();
  const [maySend, mayWrite] = [useScope("messages:send"), useScope("contacts:write")];
  return maySend && mayWrite ? <Form {...props} /> : <p class="phone-composer hint">{t.phone.mayNotReply}</p>;
}

const keyOf = ({ channel, to }: Route) => `${channel} ${to ?? ""}`;

function Form({ number, messages, isSubscribed, onSent }: Props) {
  const { t } = useTexts();
  const [text, setText] = useState("");
  // The route that the user chose stays chosen when messages arrive.
  const [chosen, setChosen] = useState<string | null>(null);
  const routes = replyRoutes(messages);
  const route = routes.find((one) => keyOf(one) === chosen) ?? (routes[0] as Route);
  const input = useRef<HTMLTextAreaElement>(null);
  const { reply, subscribe, unsubscribe } = actionsOf(useAccount().key.id);
  const send = useMutation(
    (_, ...args: Parameters<typeof reply>) => reply(...args),
    () => {
      setText("");
      onSent();
    },
  );
  const subscription = useMutation(
    (_, ...args: Parameters<typeof subscribe>) => (isSubscribed ? unsubscribe : subscribe)(...args),
    onSent,
  );
  const submit = handleSubmit(() => {
    const words = text.trim();
    input.current?.focus();
    if (words !== "") void send.run(number, route, words);
  });
  return (
    <form class="phone-composer" noValidate onSubmit={submit}>
      <Failure of={send.failure ?? subscription.failure} />
      <label class="flex min-w-0 items-center gap-2 text-[0.8125rem]">
        <span class="hint shrink-0">{t.phone.replyBy}</span>
        <select
          class="select select-sm min-w-0 grow"
          value={keyOf(route)}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        >
          {routes.map((one) => (
            <option key={keyOf(one)} value={keyOf(one)} selected={one === route}>
              {t.phone.route(wordFor(t.channel, one.channel), one.to === null ? null : phoneText(one.to))}
            </option>
          ))}
        </select>
      </label>
      {route.channel === "rcs" && (
        <ActionButton
          type="button"
          class="link min-h-6 cursor-pointer justify-self-end text-[0.8125rem]"
          isBusy={subscription.busy}
          onClick={() => void subscription.run(number, route.to)}
        >
          {isSubscribed ? t.phone.unsubscribe : t.phone.subscribe}
        </ActionButton>
      )}
      <div class="flex items-end gap-2">
        <textarea
          ref={input}
          class="textarea min-h-0 grow resize-none"
          rows={2}
          aria-label={t.replies.reply}
          placeholder={t.replies.reply}
          enterkeyhint="send"
          maxLength={limits.TextContent.text.maxLength}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && !event.shiftKey && !event.isComposing) submit(event);
          }}
        />
        <ActionButton
          type="submit"
          class="btn btn-primary btn-square"
          aria-label={t.phone.send}
          isBusy={send.busy}
        >
          <Icon of={SendHorizontal} />
        </ActionButton>
      </div>
    </form>
  );
}
