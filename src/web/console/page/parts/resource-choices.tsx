import type { ComponentProps } from "preact";
import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { type QueryResult, useQuery, useScope } from "../service/hooks";
import { Failure } from "./state";
import { InputField, SelectField } from "./form";
import { isSearchable, MAX_SEARCH_LENGTH, searchOf } from "./filter-values";
import { useSettled } from "./use-settled";
import type { Contact } from "../../../../client";
import { useTexts, wordFor } from "../texts/language";
import { phoneText } from "../../../../messaging/phone-text";
import { unlessMissing } from "./resource-page";

/**
 * Returns the text of a search box, and the search text of the query, which is empty while the user has
 * typed too little.
 */
function useTypedSearch(toSearch: (typed: string) => string = (typed) => typed.trim()) {
  const [typed, setTyped] = useState("");
  const settled = useSettled(toSearch(typed));
  return { typed, setTyped, search: isSearchable(settled) ? settled : "" };
}

type Props = ComponentProps<typeof SelectField<string>> & {
  by: ReturnType<typeof useTypedSearch>;
  searchLabel: string;
  searchHint: string;
  /** Query of the options. */
  result: Pick<QueryResult<unknown>, "failure" | "refetch">;
  /** Whether the query found more options than the select offers. */
  hasMore: boolean;
};

/** Shows a select, with a search box above it if there are more options. */
function SearchableSelect({ by, searchLabel, searchHint, result, hasMore, ...select }: Props) {
  return (
    <>
      {(hasMore || by.search !== "") && (
        <InputField
          label={searchLabel}
          hint={searchHint}
          type="search"
          maxLength={MAX_SEARCH_LENGTH}
          value={by.typed}
          onValue={by.setTyped}
        />
      )}
      <SelectField {...select} />
      <Failure of={result.failure} onRetry={result.refetch} />
    </>
  );
}

/** Maximum number of contacts loaded at once. */
const MAX_CONTACTS = 20;

interface ContactProps {
  label: string;
  /** Text of the option that chooses no contact. */
  none: string;
  chosen: Contact | null;
  onChoose(contact: Contact | null): void;
}

/** Offers the account's contacts, with a search if there are more than `MAX_CONTACTS`. */
export function ContactChoice({ label, none, chosen, onChoose }: ContactProps) {
  const { t } = useTexts();
  const by = useTypedSearch(searchOf);
  const { search } = by;
  const result = useQuery(search, (recado) =>
    recado.contacts.list({ limit: MAX_CONTACTS, ...(search === "" ? {} : { search }) }),
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

/** Maximum number of templates offered. An account with more has a search box. */
const MAX_TEMPLATES = 50;

const NEW_PATH = "/console/templates/new";

interface TemplateProps {
  label: string;
  /** Id of the chosen template; empty for none. */
  chosen: string;
  onChoose(templateId: string): void;
  /** Id of a template that the list does not offer; absent to offer all templates. */
  except?: string | undefined;
  required?: boolean;
  /** Error text; null for none. */
  fault?: string | null;
}

export function TemplateChoice({ label, chosen, onChoose, except, fault, ...select }: TemplateProps) {
  const { t } = useTexts();
  const by = useTypedSearch();
  const { search } = by;
  const result = useQuery(JSON.stringify([search, chosen]), async (recado) => {
    const params = { limit: MAX_TEMPLATES, ...(search === "" ? {} : { search }) };
    const page = await recado.templates.list(params);
    const isThere = chosen === "" || page.data.some(({ id }) => id === chosen);
    const own = isThere ? null : await unlessMissing(recado.templates.get({ template_id: chosen }));
    const missing = isThere || own !== null ? null : chosen;
    const all = own === null ? page.data : [own, ...page.data];
    return { templates: all, isMore: page.pagination.has_more, missing };
  });
  const templates = result.value?.templates.filter(({ id }) => id !== except) ?? [];
  const isEmpty = templates.length === 0 && result.value !== null && !result.isStale;
  const isDeleted = result.value?.missing === chosen;
  return (
    <SearchableSelect
      {...select}
      by={by}
      searchLabel={t.content.findTemplate}
      searchHint={t.content.findHint}
      result={result}
      hasMore={result.value?.isMore ?? false}
      label={label}
      value={chosen}
      onValue={onChoose}
      fault={fault ?? (isDeleted ? t.content.chooseOther : null)}
      hint={
        isEmpty && <NoTemplates isSearch={search !== ""} isUnused={search === "" && except === undefined} />
      }
      options={[
        ["", t.content.choose],
        ...(isDeleted ? [[chosen, t.templates.notFound] as const] : []),
        ...templates.map(({ id, name, channel: on }) => [id, `${name} (${wordFor(t.channel, on)})`] as const),
      ]}
    />
  );
}

function NoTemplates({ isSearch, isUnused }: { isSearch: boolean; isUnused: boolean }) {
  const { t } = useTexts();
  const { path } = useLocation();
  const mayWrite = useScope("templates:write");
  return (
    <>
      {isUnused ? t.content.noTemplatesYet : t.content.noTemplates}{" "}
      {!isSearch && mayWrite && path !== NEW_PATH && <a href={NEW_PATH}>{t.templates.new}</a>}
    </>
  );
}
