import { useState } from "preact/hooks";
import type { Contact, Content as Wording } from "../../../../client";
import { useTexts } from "../texts/language";
import { Content } from "../parts/content";
import { Failure } from "../parts/failure";
import { Field } from "../parts/field";
import { GapsContext } from "../parts/gaps";
import { Handset } from "../parts/handset";
import { SmsSize } from "../parts/sms-size";
import { useAccount, useScope } from "../service/signed-in";
import { useQuery } from "../service/use-query";
import { useSettled } from "../parts/use-settled";
import { filled, valuesOf } from "../parts/values";

/** Maximum number of contacts offered without a search. */
const MAX_OFFERED = 20;
const MIN_SEARCH_LENGTH = 3;

/** Preview of a content on a phone. The user can choose a contact whose values fill the placeholders. */
export function ContentPreview({ name, content, isSms }: { name: string; content: Wording; isSms: boolean }) {
  const { t } = useTexts();
  const mayChoose = useScope("contacts:read");
  const [contact, setContact] = useState<Contact | null>(null);
  const shown = contact === null ? { content, missing: [] } : filled(content, valuesOf(contact));
  const isNothing =
    (content.type === "audio" && content.file_id === "") || (content.type === "text" && content.text === "");
  return (
    <>
      <Handset title={contact?.name || contact?.phone || name || t.templates.unnamed}>
        {isNothing ? (
          <p class="hint">{t.templates.nothingYet}</p>
        ) : (
          <GapsContext.Provider value={new Set(shown.missing)}>
            <Content content={shown.content} />
          </GapsContext.Provider>
        )}
      </Handset>
      {mayChoose && <ContactChoice chosen={contact} onChoose={setContact} />}
      {contact !== null && (
        <p role="status" class={shown.missing.length > 0 ? "refusal" : "hint"}>
          {shown.missing.length > 0 ? t.templates.missing(shown.missing.join(", ")) : t.templates.complete}
        </p>
      )}
      {contact !== null && isSms && shown.missing.length === 0 && shown.content.type === "text" && (
        <SmsSize text={shown.content.text} />
      )}
    </>
  );
}

function ContactChoice({
  chosen,
  onChoose,
}: {
  chosen: Contact | null;
  onChoose(contact: Contact | null): void;
}) {
  const { t } = useTexts();
  const { recado } = useAccount();
  const [typed, setTyped] = useState("");
  const settled = useSettled(typed.trim());
  const search = settled.length >= MIN_SEARCH_LENGTH ? settled : "";
  const result = useQuery(search, (signal) =>
    recado.contacts.list({ limit: MAX_OFFERED, ...(search === "" ? {} : { search }) }, { signal }),
  );
  const found = result.value?.data ?? [];
  const offered = chosen === null || found.some(({ id }) => id === chosen.id) ? found : [chosen, ...found];
  return (
    <>
      {(result.value?.pagination.has_more || search !== "") && (
        <Field label={t.templates.findContact} hint={t.templates.findContactHint}>
          <input
            type="search"
            maxLength={120}
            value={typed}
            onInput={({ currentTarget }: { currentTarget: HTMLInputElement }) =>
              setTyped(currentTarget.value)
            }
          />
        </Field>
      )}
      <Field label={t.templates.asFor}>
        <select
          value={chosen?.id ?? ""}
          onChange={({ currentTarget }: { currentTarget: HTMLSelectElement }) =>
            onChoose(offered.find(({ id }) => id === currentTarget.value) ?? null)
          }
        >
          <option value="">{t.templates.noContact}</option>
          {offered.map(({ id, name, phone }) => (
            <option key={id} value={id} selected={id === chosen?.id}>
              {name ? `${name} (${phone})` : phone}
            </option>
          ))}
        </select>
      </Field>
      <Failure of={result.failure} onRetry={result.refetch} />
    </>
  );
}
