import { useState } from "preact/hooks";
import type { Channel, Contact, Content as Wording } from "../../../../client";
import { useTexts } from "../texts/language";
import { ContactChoice } from "../parts/resource-choices";
import { Content, PhoneFrame } from "../parts/content";
import { GapsContext } from "../parts/gaps";
import { useSenderTitle } from "../parts/senders";
import { SmsSize, useToGsm7 } from "../parts/sms-size";
import { useScope } from "../service/hooks";
import { filled, valuesOf } from "../parts/values";

export const isEmptyContent = (content: Wording): boolean =>
  (content.type === "audio" && content.file_id === "") || (content.type === "text" && content.text === "");

/** Returns the content as it is sent: an SMS in GSM-7 with its transliterated text. */
function useSent(content: Wording): Wording {
  const isGsm7 = content.type === "text" && content.encoding === "gsm7";
  const toGsm7 = useToGsm7(isGsm7);
  if (!isGsm7 || toGsm7 === null) return content;
  const encoded = toGsm7(content.text);
  return "text" in encoded ? { ...content, text: encoded.text } : content;
}

/** Shows a content as on a phone. The user can choose a contact whose values fill the placeholders. */
export function ContentPreview({ channel, content }: { channel: Channel; content: Wording }) {
  const { t } = useTexts();
  const titleOf = useSenderTitle();
  const mayChoose = useScope("contacts:read");
  const [contact, setContact] = useState<Contact | null>(null);
  const { content: rendered, missing } =
    contact === null ? { content, missing: [] } : filled(content, valuesOf(contact));
  const shown = { content: useSent(rendered), missing };
  const isNothing = isEmptyContent(content);
  return (
    <>
      <PhoneFrame title={titleOf(channel)}>
        {isNothing ? (
          <p class="hint">{t.templates.nothingYet}</p>
        ) : (
          <GapsContext.Provider value={new Set(shown.missing)}>
            <Content content={shown.content} />
          </GapsContext.Provider>
        )}
      </PhoneFrame>
      {mayChoose && (
        <ContactChoice
          label={t.templates.asFor}
          none={t.templates.noContact}
          chosen={contact}
          onChoose={setContact}
        />
      )}
      {contact !== null && (
        <p role="status" class={shown.missing.length > 0 ? "refusal" : "hint"}>
          {shown.missing.length > 0 ? t.templates.missing(shown.missing.join(", ")) : t.templates.complete}
        </p>
      )}
      {contact !== null &&
        channel === "sms" &&
        shown.missing.length === 0 &&
        shown.content.type === "text" && <SmsSize text={shown.content.text} />}
    </>
  );
}
