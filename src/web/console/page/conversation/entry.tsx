import type { InboundMessage, InboundRcsEvent } from "../../../../client";
import { useTexts, wordFor } from "../texts/language";
import { Status } from "../parts/status";
import { MessageContent, type Sources } from "../parts/unrendered";
import { When } from "../parts/when";
import { type File, shownAs } from "./media";
import type { Entry, SentMessage } from "./timeline";

export function EntryView({ entry, sources }: { entry: Entry; sources: Sources }) {
  switch (entry.kind) {
    case "sent":
      return <Sent message={entry.message} sources={sources} />;
    case "received":
      return <Received message={entry.message} />;
    case "event":
      return <Event event={entry.event} />;
  }
}

function Sent({ message, sources }: { message: SentMessage; sources: Sources }) {
  const { t } = useTexts();
  return (
    <li class="sent">
      <MessageContent of={message} sources={sources} />
      <p class="hint">
        {t.conversation.sent(wordFor(t.channel, message.channel))} ·{" "}
        <a href={`/console/messages/${message.id}`}>
          <When at={message.created_at} />
        </a>{" "}
        · <Status status={message.status} />
      </p>
    </li>
  );
}

function Received({ message }: { message: InboundMessage }) {
  const { t } = useTexts();
  return (
    <li class="received">
      <div class="bubble">
        <ReceivedContent message={message} />
      </div>
      <p class="hint">
        {t.conversation.received(wordFor(t.channel, message.channel))} · <When at={message.received_at} />
        {message.paired_message_id !== null && (
          <>
            {" · "}
            <a href={`/console/messages/${message.paired_message_id}`}>{t.conversation.repliedTo}</a>
          </>
        )}
      </p>
    </li>
  );
}

/** Shows the content of a person's reply: its text, file, location or tapped suggestion. */
export function ReceivedContent({
  message: { content_type, text, file, location, postback_data },
}: {
  message: InboundMessage;
}) {
  const { t } = useTexts();
  if (file !== null) return <FileView file={file} />;
  if (location !== null) {
    const { latitude, longitude } = location;
    const address = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
    return (
      <a href={address} target="_blank" rel="noopener noreferrer">
        {t.conversation.location(`${latitude}, ${longitude}`)}
      </a>
    );
  }
  if (text === null) return <em>{t.conversation.erased}</em>;
  if (content_type !== "suggestion") return <>{text}</>;
  return (
    <>
      <span class="tapped">{text}</span>
      {postback_data !== null && postback_data !== text && (
        <p class="hint">{t.conversation.postback(postback_data)}</p>
      )}
    </>
  );
}

function FileView({ file }: { file: File }) {
  const { t } = useTexts();
  const name = file.filename ?? t.conversation.file(file.content_type);
  const shown = shownAs(file);
  if (shown === null) return <>{name}</>;
  const link = (
    <a href={file.url} target="_blank" rel="noopener noreferrer">
      {name}
    </a>
  );
  return (
    <>
      {shown === "image" && <img src={file.url} alt={name} loading="lazy" referrerpolicy="no-referrer" />}
      {shown === "audio" && <audio src={file.url} controls preload="none" aria-label={name} />}
      {shown === "video" && <video src={file.url} controls preload="none" aria-label={name} />}
      {link}
    </>
  );
}

function Event({ event }: { event: InboundRcsEvent }) {
  const { t } = useTexts();
  const words = wordFor(t.conversation.events, event.event_type);
  return (
    <li class="event">
      <p class="hint">
        {words}
        {event.action_label !== null && <strong> {event.action_label}</strong>} ·{" "}
        <When at={event.received_at} />
        {event.paired_message_id !== null && (
          <>
            {" · "}
            <a href={`/console/messages/${event.paired_message_id}`}>{t.conversation.seeMessage}</a>
          </>
        )}
      </p>
    </li>
  );
}
