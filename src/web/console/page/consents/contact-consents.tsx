import { Plus } from "lucide";
import type { Consent, Contact } from "../../../../client";
import { Icon } from "../../../design/icon";
import { addressOf } from "../parts/pages";
import { State } from "../parts/state";
import { type QueryResult, useScope } from "../service/hooks";
import { useTexts } from "../texts/language";
import { ConsentChip, Scope, Times, useSourceText } from "./facts";
import { useConsentTexts } from "./texts";

/** Number of consents that a contact's page shows. */
const SHOWN = 3;

interface Props {
  contact: Contact;
  consents: QueryResult<{ data: readonly Consent[]; pagination: { total: number } } | null>;
}

/** Shows the newest consents of a contact's phone number. */
export function ContactConsents({ contact: { id }, consents }: Props) {
  const { format } = useTexts();
  const words = useConsentTexts();
  const sourceText = useSourceText();
  const mayWrite = useScope("consents:write");
  const found = consents.value;
  return (
    <section class="card" aria-label={words.ofContact}>
      <div class="card-head">
        <h2>{words.ofContact}</h2>
        {mayWrite && (
          <a
            class="btn btn-sm"
            aria-label={words.record}
            href={addressOf("/console/consents", { contact: id, new: 1 })}
          >
            <Icon of={Plus} size={14} />
            {words.save}
          </a>
        )}
      </div>
      <State result={consents} />
      {found?.data.length === 0 && <p class="hint">{words.ofContactNone}</p>}
      {found !== null && found.data.length > 0 && (
        <>
          <ul class="rows">
            {found.data.slice(0, SHOWN).map((consent) => (
              <li key={consent.id}>
                <div class="flex flex-wrap justify-between gap-x-2">
                  <ConsentChip of={consent} />
                  <Times of={consent} />
                </div>
                <div class="hint">
                  <Scope of={consent} /> · {sourceText(consent.source)}
                </div>
              </li>
            ))}
          </ul>
          <p class="mt-2">
            <a class="link" href={addressOf("/console/consents", { contact: id })}>
              {words.all(format.number(found.pagination.total))}
            </a>
          </p>
        </>
      )}
    </section>
  );
}
