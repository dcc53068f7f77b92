import { BookmarkPlus, MessageSquareQuote, SendHorizontal } from "lucide";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { CannedResponse, Contact, SendResult } from "../../../../client";
import { limits } from "../../../../../generated/server/values";
import { Icon, IconButton } from "../../../design/icon";
import type { Block } from "../contacts/rules";
import { useTexts } from "../texts/language";
import { Failure } from "../parts/failure";
import { SmsSize } from "../parts/sms-size";
import { useAccount } from "../service/signed-in";
import { useDraft } from "../service/use-draft";
import { useMutation, randomKey } from "../service/use-mutation";
import { useQuery } from "../service/use-query";
import type { SentMessage } from "../conversation/timeline";
import { CannedDialog } from "./canned-form";
import { CannedMenu } from "./canned-menu";
import { insertedAt, matching, slashQuery, textFor } from "./canned-rules";
import { replyChannel } from "./conversations";

/** Maximum number of quick replies that the menu offers. */
const MAX_OFFERED = 20;
const MAX_CANNED = 1_000;
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

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

interface Reply {
  text: string;
  /** Idempotency key of the text and the channel; empty without a text. */
  key: string;
  /** Channel of the reply; empty for the channel of the number's latest reply. */
  channel: "sms" | "rcs" | "";
}

const EMPTY: Reply = { text: "", key: "", channel: "" };

interface Props {
  number: string;
  /** Contact whose values fill the variables of a quick reply; null if unknown. */
  contact: Contact | null;
  /** Blacklists that contain the contact. */
  blocks: readonly Block[];
  onSent(message: SentMessage): void;
}

/** Sends a text to a number, by default on the channel of the number's latest reply. */
export function ReplyForm({ number, contact, blocks, onSent }: Props) {
  const { t } = useTexts();
  const { recado } = useAccount();
  const latest = useQuery(
    number,
    async (signal) =>
      (await recado.inbound.listMessages({ sender: [number], limit: 1 }, { signal })).data[0] ?? null,
  ).value;
  const draft = useDraft<Reply>(`reply to ${number}`, EMPTY);
  const { text, key } = draft.value;
  const [isSaving, setSaving] = useState(false);
  const channel = draft.value.channel === "" ? replyChannel(latest ?? undefined) : draft.value.channel;
  // The draft holds the key, so a retry after a lost connection or a reload sends the message only once.
  const change = (changes: Partial<Reply>) => draft.change({ ...changes, key: randomKey() });
  const action = useMutation(
    (sent: Reply & { channel: "sms" | "rcs" }) =>
      recado.messages.send(
        {
          channel: sent.channel,
          content: { type: "text", text: sent.text },
          recipients: [{ to: number }],
        },
        { idempotencyKey: sent.key },
      ),
    ({ data: [result] }, sent) => {
      if (result) onSent(sentAs(result, sent.channel, sent.text));
      draft.settleSent(sent, { ...EMPTY, channel: sent.channel });
    },
  );
  const blocking = blocks.filter(({ channels }) => channels.includes(channel));
  const isBlocked = blocking.length > 0;
  const submit = () => {
    if (isBlocked) return;
    // The key belongs to this channel, so a retry uses the channel even if the default has changed.
    draft.change({ channel });
    void action.run({ text, key, channel });
  };
  const setText = (value: string) => change({ text: value });
  const canned = useCanned({ text, setText, contact });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      (event.currentTarget as HTMLTextAreaElement).form?.requestSubmit();
    } else canned.onKeyDown(event);
  };
  const hasText = text.trim() !== "";
  return (
    <>
      <form
        class="answer"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {canned.isOpen && <CannedMenu {...canned.menu} />}
        {isBlocked && (
          <p class="card banner mild mb-0" role="status">
            {t.replies.blocked(t.channel[channel], blocking.map(({ name }) => name).join(", "))}
          </p>
        )}
        <textarea
          ref={canned.box}
          rows={3}
          required
          aria-label={t.replies.reply}
          placeholder={t.replies.placeholder}
          maxLength={limits.TextContent.text.maxLength}
          value={text}
          aria-autocomplete="list"
          aria-controls={canned.isOpen ? canned.menu.id : undefined}
          aria-activedescendant={
            canned.isOpen && canned.menu.offered.length > 0
              ? `${canned.menu.id}-${canned.menu.current}`
              : undefined
          }
          onInput={({ currentTarget }) => canned.onInput(currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={canned.close}
        />
        <div class="flex min-h-5 items-start justify-between gap-4">
          {channel === "sms" && <SmsSize text={text} />}
          <span class="hint ml-auto shrink-0 max-sm:hidden">{t.replies.sendKey}</span>
        </div>
        <Failure of={action.failure} />
        <div class="flex flex-wrap items-center gap-2">
          <select
            aria-label={t.messages.channel}
            value={channel}
            disabled={action.busy}
            onChange={({ currentTarget }) => {
              change({ channel: currentTarget.value as "sms" | "rcs" });
            }}
          >
            {(["sms", "rcs"] as const).map((one) => (
              <option key={one} value={one} selected={one === channel}>
                {t.channel[one]}
              </option>
            ))}
          </select>
          <button
            type="button"
            class="btn btn-ghost"
            aria-expanded={canned.isOpen}
            onMouseDown={(event) => event.preventDefault()}
            onClick={canned.toggle}
          >
            <Icon of={MessageSquareQuote} />
            <span class="max-sm:sr-only">{t.menu.canned}</span>
          </button>
          {hasText && (
            <IconButton
              {...{ icon: BookmarkPlus, label: t.replies.canned.keep, title: t.replies.canned.keep }}
              onClick={() => setSaving(true)}
            />
          )}
          <button type="submit" class="btn btn-primary ml-auto" disabled={action.busy || isBlocked}>
            <Icon of={SendHorizontal} />
            {t.send.send}
          </button>
        </div>
      </form>
      {isSaving && (
        <CannedDialog
          text={text}
          onClose={() => setSaving(false)}
          onSaved={() => {
            setSaving(false);
            canned.refetch();
          }}
        />
      )}
    </>
  );
}

interface CannedProps {
  text: string;
  setText(text: string): void;
  contact: Contact | null;
}

/**
 * Returns the state of the menu of quick replies. A button or a `/` at the start of the text opens the menu.
 */
function useCanned({ text, setText, contact }: CannedProps) {
  const { recado } = useAccount();
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const [opened, setOpened] = useState<"button" | "slash" | null>(null);
  const [current, setCurrent] = useState(0);
  const moveTo = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (moveTo.current === null) return;
    box.current?.focus();
    box.current?.setSelectionRange(moveTo.current, moveTo.current);
    moveTo.current = null;
  }, [text]);
  const all = useQuery("canned responses", (signal) =>
    recado.cannedResponses.list({ limit: MAX_CANNED }, { signal }),
  );
  const query = opened === "slash" ? slashQuery(text) : opened === "button" ? "" : null;
  const offered = query === null ? [] : matching(all.value?.data ?? [], query).slice(0, MAX_OFFERED);
  // After `/` the menu closes when nothing matches, because the text may simply start with a slash.
  const isOpen = opened === "button" || (query !== null && (offered.length > 0 || query === ""));
  const close = () => setOpened(null);
  const take = (one: CannedResponse) => {
    const { selectionStart: start = 0, selectionEnd: end = 0 } = box.current ?? {};
    const next = insertedAt(
      text,
      opened === "slash" ? [0, text.length] : [start, end],
      textFor(one, contact),
    );
    moveTo.current = next.caret;
    close();
    setText(next.text);
  };
  return {
    box,
    isOpen,
    close,
    refetch: all.refetch,
    menu: {
      id,
      offered,
      current: Math.min(current, offered.length - 1),
      isLoading: all.value === null,
      take,
    },
    toggle: () => {
      box.current?.focus();
      setCurrent(0);
      setOpened(isOpen ? null : "button");
    },
    onInput: (value: string) => {
      setCurrent(0);
      setOpened(slashQuery(value) === null ? null : "slash");
      setText(value);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (!isOpen) return;
      const moves = STEPS[event.key];
      const one = offered[Math.min(current, offered.length - 1)];
      if (event.key === "Escape") close();
      else if (one === undefined) return;
      else if (moves !== undefined) setCurrent((current + moves + offered.length) % offered.length);
      else if (event.key === "Enter" || event.key === "Tab") take(one);
      else return;
      event.preventDefault();
    },
  };
}
