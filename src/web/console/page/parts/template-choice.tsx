import { useLocation } from "preact-iso";
import { useState } from "preact/hooks";
import { useTexts, wordFor } from "../texts/language";
import { useScope } from "../service/signed-in";
import { useQuery } from "../service/use-query";
import { useSettled } from "./use-settled";
import { isSearchable, MAX_SEARCH_LENGTH } from "./filter-values";
import { Failure } from "./failure";
import { InputField, SelectField } from "./field";
import { isNotFound } from "./resource-page";

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
  const [typed, setTyped] = useState("");
  const settled = useSettled(typed.trim());
  const search = isSearchable(settled) ? settled : "";
  const result = useQuery(JSON.stringify([search, chosen]), async (recado, signal) => {
    const params = { limit: MAX_OFFERED, ...(search === "" ? {} : { search }) };
    const page = await recado.templates.list(params, { signal });
    const isThere = chosen === "" || page.data.some(({ id }) => id === chosen);
    const own = isThere
      ? []
      : await recado.templates.get({ template_id: chosen }, { signal }).then(
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
    <>
      {(result.value?.isMore || search !== "") && (
        <InputField
          label={t.content.findTemplate}
          hint={t.content.findHint}
          type="search"
          maxLength={MAX_SEARCH_LENGTH}
          value={typed}
          onValue={setTyped}
        />
      )}
      <SelectField
        {...select}
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
          ...templates.map(
            ({ id, name, channel: on }) => [id, `${name} (${wordFor(t.channel, on)})`] as const,
          ),
        ]}
      />
      <Failure of={result.failure} onRetry={result.refetch} />
    </>
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
