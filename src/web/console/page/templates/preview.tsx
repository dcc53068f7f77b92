import { useState } from "preact/hooks";
import type { Channel, Contact, Content as Wording } from "../../../../client";
import { useTexts } from "../texts/language";
import { ContactChoice } from "../parts/contact-choice";
import { Content } from "../parts/content";
import { GapsContext } from "../parts/gaps";
import { Handset } from "../parts/handset";
import { useSenderTitle } from "../parts/senders";
import { SmsSize } from "../parts/sms-size";
import { useScope } from "../service/signed-in";
import { filled, valuesOf } from "../parts/values";

export const isEmptyContent = (content: Wording): boolean =>
  (content.type === "audio" && content.file_id === "") || (content.type === "text" && content.text === "");

/** Preview of a content on a phone. The user can choose a contact whose values fill the placeholders. */
export function ContentPreview({ channel, content }: { channel: Channel; content: Wording }) {
  const { t } = useTexts();
  const titleOf = useSenderTitle();
  const mayChoose = useScope("contacts:read");
  const [contact, setContact] = useState<Contact | null>(null);
  const shown = contact === null ? { content, missing: [] } : filled(content, valuesOf(contact));
  const isNothing = isEmptyContent(content);
  return (
    <>
      <Handset title={titleOf(channel)}>
        {isNothing ? (
          <p class="hint">{t.templates.nothingYet}</p>
        ) : (
          <GapsContext.Provider value={new Set(shown.missing)}>
            <Content content={shown.content} />
          </GapsContext.Provider>
        )}
      </Handset>
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
