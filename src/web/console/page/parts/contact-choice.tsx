import type { Contact } from "../../../../client";
import { useTexts } from "../texts/language";
import { useQuery } from "../service/hooks";
import { searchOf } from "./filter-values";
import { phoneText } from "../../../../messaging/phone-text";
import { SearchableSelect, useTypedSearch } from "./searchable-select";

/** Maximum number of contacts loaded at once. */
const MAX_OFFERED = 20;

interface Props {
  label: string;
  /** Text of the option that chooses no contact. */
  none: string;
  chosen: Contact | null;
  onChoose(contact: Contact | null): void;
}

/** Offers the account's contacts, with a search if there are more than `MAX_OFFERED`. */
export function ContactChoice({ label, none, chosen, onChoose }: Props) {
  const { t } = useTexts();
  const by = useTypedSearch(searchOf);
  const { search } = by;
  const result = useQuery(search, (recado) =>
    recado.contacts.list({ limit: MAX_OFFERED, ...(search === "" ? {} : { search }) }),
  );
  const found = result.value?.data ?? [];
  const offered = chosen === null || found.some(({ id }) => id === chosen.id) ? found : [chosen, ...found];
  return (
    <SearchableSelect
      by={by}
      searchLabel={t.templates.findContact}
      searchHint={t.templates.findContactHint}
      result={result}
      hasMore={result.value?.pagination.has_more ?? false}
      label={label}
      value={chosen?.id ?? ""}
      options={[
        ["", none],
        ...offered.map(({ id, name, phone }) => {
          const number = phoneText(phone);
          return [id, name ? `${name} (${number})` : number] as const;
        }),
      ]}
      onValue={(chosenId) => onChoose(offered.find(({ id }) => id === chosenId) ?? null)}
    />
  );
}
