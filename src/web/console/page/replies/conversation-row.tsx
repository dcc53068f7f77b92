import type { Conversation } from "../../../../client";
import { phoneText } from "../../../../messaging/phone-text";
import { When } from "../parts/when";
import { useTexts, wordFor } from "../texts/language";

interface Props {
  of: Conversation;
  href: string;
  isOpen: boolean;
}

export function ConversationRow({ of: conversation, href, isOpen }: Props) {
  const { t, format } = useTexts();
  const { phone, contact_name: name, channel, unread, unread_count: count, status } = conversation;
  return (
    <li>
      <a
        class={unread ? "conversation unread" : "conversation"}
        href={href}
        aria-current={isOpen ? "true" : undefined}
      >
        <span class="flex items-baseline gap-2">
          {unread && <span class="dot self-center" aria-hidden="true" />}
          <strong class="min-w-0 grow truncate">{name ?? phoneText(phone)}</strong>
          <span class="hint">
            <When at={conversation.last_received_at} />
          </span>
        </span>
        <span class="preview">{preview(conversation, t.conversation)}</span>
        <span class="hint flex flex-wrap items-center gap-x-2">
          {wordFor(t.channel, channel)}
          {unread && <span>{t.replies.unreadCount(format.number(count), count === 1)}</span>}
          {status === "done" && <span class="status tone-good">{t.replies.done}</span>}
          {conversation.opted_out && <span class="status status-blocked">{t.replies.optedOut}</span>}
        </span>
      </a>
    </li>
  );
}

interface PreviewTexts {
  erased: string;
  aFile: string;
  aLocation: string;
}

function preview({ preview: text, content_type: type }: Conversation, t: PreviewTexts): string {
  if (text !== null) return text;
  return type === "file" ? t.aFile : type === "location" ? t.aLocation : t.erased;
}
