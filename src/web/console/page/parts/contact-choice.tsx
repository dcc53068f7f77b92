import { useState } from "preact/hooks";
import type { Contact } from "../../../../client";
import { useTexts } from "../texts/language";
import { useQuery } from "../service/use-query";
import { isSearchable, MAX_SEARCH_LENGTH, searchOf } from "./filter-values";
import { Failure } from "./failure";
import { phoneText } from "../../../../messaging/phone-text";
import { useSettled } from "./use-settled";
import { InputField, SelectField } from "./field";

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
  const [typed, setTyped] = useState("");
  const settled = useSettled(searchOf(typed));
  const search = isSearchable(settled) ? settled : "";
  const result = useQuery(search, (recado, signal) =>
    recado.contacts.list({ limit: MAX_OFFERED, ...(search === "" ? {} : { search }) }, { signal }),
  );
  const found = result.value?.data ?? [];
  const offered = chosen === null || found.some(({ id }) => id === chosen.id) ? found : [chosen, ...found];
  return (
    <>
      {(result.value?.pagination.has_more || search !== "") && (
        <InputField
          label={t.templates.findContact}
          hint={t.templates.findContactHint}
          type="search"
          maxLength={MAX_SEARCH_LENGTH}
          value={typed}
          onValue={setTyped}
        />
      )}
      <SelectField
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
      <Failure of={result.failure} onRetry={result.refetch} />
    </>
  );
}
