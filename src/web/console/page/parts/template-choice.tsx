import { useLocation } from "preact-iso";
import { useTexts, wordFor } from "../texts/language";
import { useQuery, useScope } from "../service/hooks";
import { isNotFound } from "./resource-page";
import { SearchableSelect, useTypedSearch } from "./searchable-select";

/** Maximum number of templates offered. An account with more has a search box. */
const MAX_OFFERED = 50;

const NEW_PATH = "/console/templates/new";

interface Props {
  label: string;
  /** Id of the chosen template; empty for none. */
  chosen: string;
  onChoose(templateId: string): void;
  /** Id of a template to leave out. */
  except?: string | undefined;
  required?: boolean;
  /** Error text; null for none. */
  fault?: string | null;
}

export function TemplateChoice({ label, chosen, onChoose, except, fault, ...select }: Props) {
  const { t } = useTexts();
  const by = useTypedSearch();
  const { search } = by;
  const result = useQuery(JSON.stringify([search, chosen]), async (recado) => {
    const params = { limit: MAX_OFFERED, ...(search === "" ? {} : { search }) };
    const page = await recado.templates.list(params);
    const isThere = chosen === "" || page.data.some(({ id }) => id === chosen);
    const own = isThere
      ? []
      : await recado.templates.get({ template_id: chosen }).then(
          (template) => [template],
          (failure: unknown) => {
            if (!isNotFound({ failure })) throw failure;
            return [];
          },
        );
    const missing = isThere || own.length > 0 ? null : chosen;
    return { templates: [...own, ...page.data], isMore: page.pagination.has_more, missing };
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
