import type { Template } from "../../../../client";
import { useLocation } from "preact-iso";
import { useTexts } from "../texts/language";
import { Back, Heading } from "../parts/resource-page";
import { State } from "../parts/state";
import { useQuery, useScope } from "../service/hooks";
import { draftOf } from "./conversion";
import { MAX_NAME_LENGTH } from "../../../../platform/text";
import { emptyTemplate } from "./draft";
import { Editor } from "./editor";

/** Shows the form that creates a template. With `?from=<id>`, it starts as a copy of that template. */
export function NewTemplate() {
  const { t } = useTexts();
  const { query, route } = useLocation();
  const mayWrite = useScope("templates:write");
  const from = query.from ?? "";
  const copyOf = (template: Template) => {
    const draft = draftOf(template);
    const name = [...t.templates.copyOf(draft.name)].slice(0, MAX_NAME_LENGTH).join("");
    return { ...draft, name };
  };
  const source = useQuery(from, async (recado) =>
    from === "" ? emptyTemplate() : copyOf(await recado.templates.get({ template_id: from })),
  );
  return (
    <>
      <Back href="/console/templates" text={t.templates.all} />
      <Heading name={t.templates.new} />
      {!mayWrite && <p>{t.templates.readOnly}</p>}
      <State result={source} />
      {mayWrite && source.value !== null && (
        <Editor
          key={from}
          place={`new ${from}`}
          initial={source.value}
          onSaved={({ id }) => route(`/console/templates/${id}`, true)}
        />
      )}
    </>
  );
}
