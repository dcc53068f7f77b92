import type { InboundMessage, InboundRcsEvent, Message } from "../../../../client";
import { ReceivedContent } from "../conversation/entry";
import { Content, type OnTap } from "../parts/content";
import { phoneText } from "../../../../messaging/phone-text";
import { shortReason } from "../parts/reasons";
import { Scheduled, Status } from "../parts/status";
import { useTexts, wordFor } from "../texts/language";
import { hasArrived } from "./rules";

interface MessageProps {
  message: Message;
  isSelected: boolean;
  onSelect(): void;
  /** Taps a suggestion; undefined if the key may not tap, or if a real carrier accepted the message. */
  onTap: OnTap | undefined;
  /** Marks the message as read; undefined if it cannot be, as when a real carrier accepted it. */
  onRead: (() => void) | undefined;
}

export function MessageEntry(props: MessageProps) {
  return hasArrived(props.message) ? <Arrived {...props} /> : <Absent {...props} />;
}

function Arrived({ message, isSelected, onSelect, onTap, onRead }: MessageProps) {
  const { t, format } = useTexts();
  const { channel, content, sender, segments, status } = message;
  const name = wordFor(t.channel, channel);
  const from = sender === null ? t.phone.unknownSender : phoneText(sender);
  return (
    <li class={`phone-entry ${channel}`}>
      <p class="hint">{channel === "voice" ? t.phone.call(from) : t.phone.from(name, from)}</p>
      <Content content={content} onTap={onTap} />
      <p class="phone-meta">
        <button type="button" aria-pressed={isSelected} onClick={onSelect}>
          <span class="sr-only">{t.phone.detailsOf(name)} </span>
          <time dateTime={message.created_at}>{format.hour(message.created_at)}</time>{" "}
          <Status status={status} />
        </button>
        {segments !== null && <span>{t.send.segments(format.number(segments), segments === 1)}</span>}
        {onRead && channel === "rcs" && status === "delivered" && (
          <button type="button" onClick={onRead}>
            {t.phone.markRead}
          </button>
        )}
      </p>
    </li>
  );
}

/** Shows a message that is not on the phone. Hides its text, because a real phone would not show it. */
function Absent({ message, isSelected, onSelect }: MessageProps) {
  const { t, format } = useTexts();
  const { channel, status, created_at: at } = message;
  const ended = wordFor(t.phone.absent, status);
  const reason = shortReason(message, t);
  return (
    <li class="phone-entry absent">
      <button type="button" class="phone-absent" aria-pressed={isSelected} onClick={onSelect}>
        <time dateTime={at}>{format.hour(at)}</time> {wordFor(t.channel, channel)}: {ended}
        {reason !== null && <span class="block">{reason}</span>}
      </button>
      <Scheduled of={message} />
    </li>
  );
}

export function OwnEntry({ message }: { message: InboundMessage }) {
  const { t, format } = useTexts();
  const { channel, content_type, recipient, received_at: at } = message;
  const by = content_type === "suggestion" ? t.phone.tapped : t.phone.sent;
  return (
    <li class="phone-entry own">
      <div class="bubble">
        <ReceivedContent message={message} />
      </div>
      <p class="phone-meta">
        <time dateTime={at}>{format.hour(at)}</time> {by(wordFor(t.channel, channel), phoneText(recipient))}
      </p>
    </li>
  );
}

export function EventEntry({ event }: { event: InboundRcsEvent }) {
  const { t, format } = useTexts();
  const words = wordFor(t.conversation.events, event.event_type);
  return (
    <li class="phone-entry absent event">
      <p class="hint">
        <time dateTime={event.received_at}>{format.hour(event.received_at)}</time> {words}
        {event.action_label !== null && ` “${event.action_label}”`}
      </p>
    </li>
  );
}
