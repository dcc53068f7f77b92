import { useEffect, useId, useMemo, useState } from "preact/hooks";
import { type Channel, type CreateTemplateRequest, isRecadoError, type Template } from "../../../../client";
import { useTexts } from "../texts/language";
import { Failure, useFieldFault } from "../parts/failure";
import { Field } from "../parts/field";
import { usePlaceholders, useVariables } from "../parts/use-placeholders";
import { useCount, VariableCounts } from "../parts/variable-counts";
import { ListOptions } from "../lists/list-choice";
import { useLists } from "../lists/use-lists";
import { useAccount } from "../service/signed-in";
import { useAction } from "../service/use-action";
import { EditorContext } from "./context";
import { ContentFields } from "./content-fields";
import { contentOf, draftOf, templateOf } from "./conversion";
import { FORMS, NAME_LENGTH, onChannel, type TemplateDraft } from "./draft";
import { FollowUps } from "./follow-ups";
import { Look } from "./look";
import { variablesIn } from "../parts/values";

interface Props {
  /** Undefined: it is yet to be made. */
  template?: Template;
  /** Where it is, by which what is left unsaved is found again. */
  place: string;
  initial: TemplateDraft;
  onSaved(template: Template): void;
}

/** Drafts that were left without being saved, for as long as the page is open. */
const left = new Map<string, TemplateDraft>();

export function Editor({ template, place, initial, onSaved }: Props) {
  const { t } = useTexts();
  const fieldFault = useFieldFault();
  const { recado, account } = useAccount();
  const form = useId();
  const key = `${account.id} ${place}`;
  const [saved, setSaved] = useState(initial);
  const [draft, setDraft] = useState(left.get(key) ?? initial);
  const change = (changes: Partial<TemplateDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const isChanged = useMemo(() => JSON.stringify(draft) !== JSON.stringify(saved), [draft, saved]);
  useEffect(() => void (isChanged ? left.set(key, draft) : left.delete(key)), [draft, isChanged]);

  const save = useAction(
    () =>
      template
        ? recado.templates.update({ template_id: template.id, ...templateOf(draft) })
        : recado.templates.create({ channel: draft.channel, ...templateOf(draft) } as CreateTemplateRequest),
    (result: Template) => {
      left.delete(key);
      setSaved(draftOf(result));
      setDraft(draftOf(result));
      onSaved(result);
    },
  );
  const { failure } = save;
  const isTaken = isRecadoError(failure, "conflict");
  const [listId, setListId] = useState("");
  const lists = useLists().value ?? [];
  const variables = useVariables(listId);
  const names = usePlaceholders(variables);
  const countOf = useCount(variables);
  const content = contentOf(draft);
  const used = variablesIn(content);
  return (
    <EditorContext.Provider value={{ failure, names, countOf }}>
      <div class="beside">
        <form
          id={form}
          class="beside-form"
          onSubmit={(event) => {
            event.preventDefault();
            void save.run();
          }}
          onInvalidCapture={({ target }) => unfold(target)}
        >
          <section class="card">
            <Field
              label={t.templates.name}
              fault={isTaken ? t.templates.nameTaken : fieldFault(failure, "name")}
            >
              <input
                required
                maxLength={NAME_LENGTH}
                value={draft.name}
                onInput={({ currentTarget }: { currentTarget: HTMLInputElement }) =>
                  change({ name: currentTarget.value })
                }
              />
            </Field>
            <Field label={t.messages.channel} hint={template ? t.templates.channelFixed : undefined}>
              <select
                disabled={template !== undefined}
                value={draft.channel}
                onChange={({ currentTarget }: { currentTarget: HTMLSelectElement }) =>
                  setDraft(onChannel(draft, currentTarget.value as Channel))
                }
              >
                {(Object.keys(FORMS) as Channel[]).map((channel) => (
                  <option key={channel} value={channel} selected={channel === draft.channel}>
                    {t.channel[channel]}
                  </option>
                ))}
              </select>
            </Field>
            <ContentFields
              draft={draft}
              onChange={(changes) => change({ content: { ...draft.content, ...changes } })}
            />
            {used.length > 0 && lists.length > 0 && (
              <Field label={t.content.countsOf}>
                <select
                  value={listId}
                  onChange={({ currentTarget }: { currentTarget: HTMLSelectElement }) =>
                    setListId(currentTarget.value)
                  }
                >
                  <option value="">{t.content.allContacts}</option>
                  <ListOptions lists={lists} chosen={listId} />
                </select>
              </Field>
            )}
            <VariableCounts names={used} variables={variables} />
          </section>
          <FollowUps
            templateId={template?.id}
            rules={draft.follow_ups}
            onChange={(follow_ups) => change({ follow_ups })}
          />
        </form>
        <aside class="aside" aria-label={t.content.phone}>
          <h2>{t.content.phone}</h2>
          <Look name={draft.name} content={content} isSms={draft.channel === "sms"} />
        </aside>
        <div class="beside-end">
          {!isTaken && <Failure of={failure} />}
          <div class="choices">
            <button
              type="submit"
              form={form}
              class="first"
              disabled={save.busy || (template !== undefined && !isChanged)}
            >
              {t.templates.save}
            </button>
            {isChanged && template && (
              <button type="button" onClick={() => setDraft(saved)}>
                {t.templates.discard}
              </button>
            )}
            <span role="status" class="hint">
              {isChanged ? t.templates.unsaved : template && saved !== initial ? t.templates.saved : ""}
            </span>
          </div>
        </div>
      </div>
    </EditorContext.Provider>
  );
}

/** A browser shows what is wrong with a field only where it can be seen. */
function unfold(target: EventTarget | null): void {
  for (let at = target instanceof Element ? target : null; at; at = at.parentElement) {
    if (at instanceof HTMLDetailsElement) at.open = true;
  }
}
