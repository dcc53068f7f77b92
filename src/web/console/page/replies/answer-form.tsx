import { BookmarkPlus, MessageSquareQuote, SendHorizontal } from "lucide";
import { useState } from "preact/hooks";
import type { Contact, SendResult } from "../../../../client";
import { limits } from "../../../../../generated/server/values";
import { Icon, IconButton } from "../../../design/icon";
import { type Block, blocksOfReply } from "../contacts/rules";
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
import { replyChannel } from "./conversations";
import { useCannedReplies } from "./use-canned-replies";

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

type ReplyChannel = ReturnType<typeof replyChannel>;

interface Reply {
  text: string;
  /** Idempotency key of the text and the channel; empty without a text. */
  key: string;
  /** Channel of the reply; empty for the channel of the number's latest reply. */
  channel: ReplyChannel | "";
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
  const { text, channel, change, action, submit } = useReply(number, onSent);
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
        class="answer"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBlocked) submit();
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
        <Failure of={action.failure} />
        <div class="flex flex-wrap items-center gap-2">
          <ChannelChoice
            channel={channel}
            disabled={action.busy}
            onChoose={(one) => change({ channel: one })}
          />
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

/**
 * Returns the draft reply to a number and the action that sends the reply. Default channel: the channel of
 * the number's latest reply.
 */
function useReply(number: string, onSent: Props["onSent"]) {
  const { recado } = useAccount();
  const latest = useQuery(
    number,
    async (signal) =>
      (await recado.inbound.listMessages({ sender: [number], limit: 1 }, { signal })).data[0] ?? null,
  ).value;
  const draft = useDraft<Reply>(`reply to ${number}`, EMPTY);
  const { text, key } = draft.value;
  const channel = draft.value.channel === "" ? replyChannel(latest ?? undefined) : draft.value.channel;
  const action = useMutation(
    (sent: Reply & { channel: ReplyChannel }) =>
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
  return {
    text,
    channel,
    action,
    // The draft holds the key, so a retry after a lost connection or a reload sends the message only once.
    change: (changes: Partial<Reply>) => draft.change({ ...changes, key: randomKey() }),
    submit() {
      // Stores the channel with the key, so that a retry uses the same channel even if the default channel
      // has changed.
      draft.change({ channel });
      void action.run({ text, key, channel });
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
