import { BookmarkPlus, MessageSquareQuote, SendHorizontal } from "lucide";
import { useState } from "preact/hooks";
import type { Contact, SendResult } from "../../../../client";
import { limits } from "../../../../../generated/server/values";
import { phoneText } from "../../../../messaging/phone-text";
import { Icon, IconButton } from "../../../design/icon";
import { type Block, blocksOfReply } from "../contacts/rules";
import { useTexts } from "../texts/language";
import { ActionButton, blames, Failure } from "../parts/state";
import { senderOf, useSenders } from "../parts/senders";
import { SmsSize } from "../parts/sms-size";
import { useDraft } from "../service/use-draft";
import { useMutation, useQuery } from "../service/hooks";
import { randomKey } from "../service/random-key";
import type { SentMessage } from "../conversation/timeline";
import { CannedDialog } from "./canned-form";
import { CannedMenu, useCannedReplies } from "./canned-menu";
import { replyChannel, type Shown, textAfter } from "./conversations";
import { useReplyCheck } from "./use-reply-check";

/** Returns a sent reply as the timeline shows it until the service lists the message. */
const sentAs = (
  { message_id: id, to, status, error }: SendResult,
  channel: SentMessage["channel"],
  text: string,
): SentMessage => ({
  id,
  channel,
  to,
  status,
  error,
  content: { type: "text", text },
  template_id: null,
  created_at: new Date().toISOString(),
});

type ReplyChannel = ReturnType<typeof replyChannel>;

interface Reply {
  text: string;
  /** Idempotency key of this text, channel and sender; empty while there is no text. */
  key: string;
  /** Channel that the user chose; empty for the channel of the number's latest message to the account. */
  channel: ReplyChannel | "";
  /** Sender of the latest attempt to send; empty for the channel's default, null before an attempt. */
  senderId: string | null;
}

const EMPTY: Reply = { text: "", key: "", channel: "", senderId: null };

interface Props {
  number: string;
  /** Id of the newest loaded reply. When it changes, the form refetches the default channel and sender. */
  newestReply: string | null;
  /** Contact whose values fill the variables of a quick reply; null if unknown. */
  contact: Contact | null;
  /** Blacklists that contain the contact. */
  blocks: readonly Block[];
  shown: Shown;
  /** Called when the page shows an outdated conversation. */
  onOutdated(): void;
  onSent(message: SentMessage): void;
}

/** Sends a text to a number, by default on the channel of the number's latest message. */
export function ReplyForm({ number, newestReply, contact, blocks, shown, onOutdated, onSent }: Props) {
  const { t, format } = useTexts();
  const { text, channel, sender, loading, isReady, change, action, isBusy, held, submit, confirm } = useReply(
    {
      number,
      newestReply,
      shown,
      onOutdated,
      onSent,
    },
  );
  const [isSaving, setSaving] = useState(false);
  const canned = useCannedReplies({ text, setText: (value) => change({ text: value }), contact });
  const isListed = canned.isOpen && canned.menu.offered.length > 0;
  const blocking = blocksOfReply(blocks, channel);
  const isBlocked = blocking.length > 0;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      (event.currentTarget as HTMLTextAreaElement).form?.requestSubmit();
    } else canned.onKeyDown(event);
  };
  return (
    <>
      <form
        class="reply"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBlocked && isReady && !isBusy) submit();
        }}
      >
        <div class="contents" onFocusOut={canned.onFocusOut}>
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
            aria-controls={isListed ? canned.menu.id : undefined}
            aria-activedescendant={isListed ? `${canned.menu.id}-${canned.menu.current}` : undefined}
            onInput={({ currentTarget }) => canned.onInput(currentTarget.value)}
            onKeyDown={onKeyDown}
          />
        </div>
        <div class="flex min-h-5 items-start justify-between gap-4">
          {channel === "sms" && <SmsSize text={text} />}
          <span class="hint ml-auto shrink-0 max-sm:hidden">{t.replies.sendKey}</span>
        </div>
        {held !== null && (
          <div class="card banner mild mb-0" role="alert">
            <p>
              {held.code === "done"
                ? t.replies.finishedByOther
                : t.replies.newerMessage(format.recent(held.at, Date.now()))}
            </p>
            {!isBlocked && (
              <button
                type="button"
                class="btn btn-sm"
                onClick={() => {
                  canned.box.current?.focus();
                  confirm();
                }}
              >
                {t.replies.sendAnyway}
              </button>
            )}
          </div>
        )}
        <Failure of={action.failure} />
        <Failure of={loading.failure} onRetry={loading.retry} />
        <div class="flex flex-wrap items-center gap-2">
          <ChannelChoice channel={channel} disabled={isBusy} onChoose={(one) => change({ channel: one })} />
          {sender !== null && <span class="hint">{t.replies.sentFrom(phoneText(sender.address))}</span>}
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
          {text.trim() !== "" && (
            <IconButton
              icon={BookmarkPlus}
              label={t.replies.canned.keep}
              title={t.replies.canned.keep}
              onClick={() => setSaving(true)}
            />
          )}
          <ActionButton
            type="submit"
            class="btn btn-primary ml-auto"
            isBusy={isBusy}
            disabled={isBlocked || !isReady}
          >
            <Icon of={SendHorizontal} />
            {t.menu.send}
          </ActionButton>
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

/**
 * Returns the draft of the reply to a number, and the mutation that sends it. By default, the reply uses the
 * channel of the number's latest message, and there the sender to which the person wrote. A key that may not
 * read senders uses the channel's default sender.
 */
function useReply(props: Omit<Props, "contact" | "blocks">) {
  const { number, newestReply, shown, onOutdated, onSent } = props;
  const replies = useQuery(
    `${number} ${newestReply ?? ""}`,
    async (recado) => (await recado.inbound.listMessages({ sender: [number], limit: 1 })).data,
  );
  const senders = useSenders();
  const draft = useDraft<Reply>(`reply to ${number}`, EMPTY);
  // A retry needs no data: the draft stores its sender. A refetch of `replies` keeps the previous reply.
  const isReady =
    draft.value.senderId !== null ||
    (replies.value !== null && !senders.isLoading && senders.failure === null);
  const latest = replies.value?.[0];
  const { text, key } = draft.value;
  const channel = draft.value.channel === "" ? replyChannel(latest) : draft.value.channel;
  const ofChannel = (senders.value ?? []).filter((one) => one.channel === channel);
  const written =
    latest?.channel === channel ? ofChannel.find(({ address }) => address === latest.recipient) : undefined;
  const senderId = draft.value.senderId ?? written?.id ?? "";
  const action = useMutation(
    async (recado, sent: Reply & { channel: ReplyChannel; senderId: string }) => {
      try {
        return await recado.messages.send(
          {
            channel: sent.channel,
            content: { type: "text", text: sent.text },
            ...(sent.senderId === "" ? {} : { sender_id: sent.senderId }),
            recipients: [{ to: number }],
          },
          { idempotencyKey: sent.key },
        );
      } catch (failure) {
        // The sender was removed. The service has not stored the key, so a retry may use another sender.
        if (blames(failure, "sender_id")) {
          draft.change({ senderId: null });
          senders.refetch();
        }
        throw failure;
      }
    },
    ({ data: [result] }, sent) => {
      if (result) onSent(sentAs(result, sent.channel, sent.text));
      draft.settleSent(sent, { ...EMPTY, channel: sent.channel }, (later) => ({
        ...later,
        text: textAfter(sent.text, later.text),
      }));
    },
  );
  const check = useReplyCheck({
    number,
    shown,
    send: (reply: Parameters<typeof action.run>[0]) => void action.run(reply),
    onOutdated,
  });
  return {
    text,
    channel,
    /** Another user's change, which the user must confirm before this reply is sent; null without one. */
    held: check.held?.reply.key === key ? check.held.change : null,
    confirm: check.confirm,
    /** Sender of the reply; null if the channel has no choice of senders. */
    sender: ofChannel.length > 1 ? (senderOf(ofChannel, channel, senderId) ?? null) : null,
    /** Error that prevents a reply, because the default channel or sender is unknown; null without one. */
    loading: {
      failure: isReady ? null : (replies.failure ?? senders.failure),
      retry() {
        replies.refetch();
        senders.refetch();
      },
    },
    isReady,
    action,
    isBusy: action.busy || check.isChecking,
    // The draft holds the key, so a retry after a lost connection or a reload sends the message only once.
    change: (changes: Partial<Reply>) => draft.change({ ...changes, key: randomKey(), senderId: null }),
    submit() {
      // Stores the channel and the sender with the key, so that a retry uses the same ones even after the
      // defaults change.
      draft.change({ channel, senderId });
      check.submit({ text, key, channel, senderId });
    },
  };
}

interface ChannelProps {
  channel: ReplyChannel;
  disabled: boolean;
  onChoose(channel: ReplyChannel): void;
}

function ChannelChoice({ channel, disabled, onChoose }: ChannelProps) {
  const { t } = useTexts();
  return (
    <select
      aria-label={t.messages.channel}
      value={channel}
      disabled={disabled}
      onChange={({ currentTarget }) => onChoose(currentTarget.value as ReplyChannel)}
    >
      {(["sms", "rcs"] as const).map((one) => (
        <option key={one} value={one} selected={one === channel}>
          {t.channel[one]}
        </option>
      ))}
    </select>
  );
}
