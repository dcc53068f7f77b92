import { useRef } from "preact/hooks";
import type { Recado, Template } from "../../../../client";
import { Conflict } from "../parts/conflict";
import type { Edit } from "../service/use-edit";
import { useQuery } from "../service/use-query";
import { useTexts } from "../texts/language";
import type { TemplateDraft } from "./draft";
import { namesOf, referencesOf } from "./references";
import { shownDraft } from "./shown";

interface Props {
  edit: Edit<Template, TemplateDraft>;
  template: Template;
}

/** Shows a concurrent change of a template, with the names of its files and follow-up templates. */
export function TemplateConflict({ edit, template }: Props) {
  const localization = useTexts();
  const others = useRef<ReadonlyMap<string, string>>(new Map());
  const references = referencesOf(edit.draft.value);
  const own = useQuery(JSON.stringify(references), (recado, signal) => namesOf(references, recado, signal));
  const read = async (recado: Recado, signal: AbortSignal) => {
    const other = await recado.templates.get({ template_id: template.id }, { signal });
    others.current = await namesOf(referencesOf(edit.enteredOf(other)), recado, signal);
    return other;
  };
  const nameOf = (id: string) => own.value?.get(id) ?? others.current.get(id) ?? id;
  return <Conflict of={edit} read={read} shown={(entered) => shownDraft(entered, localization, nameOf)} />;
}
