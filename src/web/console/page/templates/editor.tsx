import { useId, useState } from "preact/hooks";
import {
  type Channel,
  type CreateTemplateRequest,
  etagOf,
  isRecadoError,
  type Template,
} from "../../../../client";
import { useTexts } from "../texts/language";
import { Conflict, isConflict } from "../parts/conflict";
import { Failure, useFieldFault } from "../parts/failure";
import { Field } from "../parts/field";
import { MoreOptions } from "../parts/more-options";
import { PurposeChoice } from "../parts/purpose-choice";
import { Restored } from "../parts/restored";
import { EncodingChoice } from "../parts/sms-encoding";
import { usePlaceholders, useVariables } from "../parts/use-placeholders";
import { ValidityChoice } from "../parts/validity-choice";
import { useCount, VariableCounts } from "../parts/variable-counts";
import { ListOptions } from "../lists/list-choice";
import { useLists } from "../parts/use-lists";
import { useAccount } from "../service/signed-in";
import { useMutation } from "../service/use-mutation";
import { useDraft } from "../service/use-draft";
import { EditorContext } from "./context";
import { ContentFields } from "./content-fields";
import { contentOf, draftOf, templateOf } from "./conversion";
import { shownDraft } from "./shown";
import { type ContentDraft, FORMS, MAX_NAME_LENGTH, onChannel, type TemplateDraft } from "./draft";
import { TemplateFacts } from "./facts";
import { FollowUps } from "./follow-ups";
import { ContentPreview, isEmptyContent } from "./preview";
import { variablesIn } from "../parts/values";
import { TestSend } from "../test-send/test-send";

/** Fields whose errors the form shows beside its inputs. */
const SHOWN_FAULTS = ["name", "purpose", "content.text", "validity_seconds"];

interface Props {
  /** Template to edit; undefined for a new template. */
  template?: Template;
  /** Key under which the browser stores the draft. */
  place: string;
  initial: TemplateDraft;
  onSaved(template: Template): void;
}

export function Editor({ template, place, initial, onSaved }: Props) {
  const { t } = useTexts();
  const fieldFault = useFieldFault();
  const { recado } = useAccount();
  const form = useId();
  const version = template && etagOf(template);
  const edited = useDraft<TemplateDraft>(`template ${place}`, initial, version);
  const { value: draft, change, isChanged } = edited;
  const [isSaved, setSaved] = useState(false);

  const save = useMutation(
    (ifMatch: string | undefined) =>
      template
        ? recado.templates.update({ template_id: template.id, ...templateOf(draft) }, { ifMatch })
        : recado.templates.create({ channel: draft.channel, ...templateOf(draft) } as CreateTemplateRequest),
    (result: Template) => {
      edited.settle(draftOf(result), etagOf(result));
      setSaved(true);
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
  const isSms = draft.channel === "sms";
  const changeContent = (changes: Partial<ContentDraft>) =>
    change({ content: { ...draft.content, ...changes } });
  return (
    <EditorContext.Provider value={{ failure, names, countOf }}>
      <div class="beside">
        <form
          id={form}
          class="beside-form"
          onSubmit={(event) => {
            event.preventDefault();
            void save.run(edited.version);
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
                maxLength={MAX_NAME_LENGTH}
                value={draft.name}
                onInput={({ currentTarget }: { currentTarget: HTMLInputElement }) =>
                  change({ name: currentTarget.value })
                }
              />
            </Field>
            <div class="grid gap-x-4 sm:grid-cols-2">
              <Field label={t.messages.channel} hint={template ? t.templates.channelFixed : undefined}>
                <select
                  disabled={template !== undefined}
                  value={draft.channel}
                  onChange={({ currentTarget }: { currentTarget: HTMLSelectElement }) =>
                    change(onChannel(draft, currentTarget.value as Channel))
                  }
                >
                  {(Object.keys(FORMS) as Channel[]).map((channel) => (
                    <option key={channel} value={channel} selected={channel === draft.channel}>
                      {t.channel[channel]}
                    </option>
                  ))}
                </select>
              </Field>
              <PurposeChoice
                chosen={draft.purpose}
                fault={fieldFault(failure, "purpose")}
                onChoose={(purpose) => change({ purpose })}
              />
            </div>
            <ContentFields draft={draft} onChange={changeContent} />
            <MoreOptions
              isSet={draft.validity_seconds !== null || (isSms && draft.content.encoding !== "auto")}
            >
              {isSms && (
                <EncodingChoice
                  encoding={draft.content.encoding}
                  onEncoding={(encoding) => changeContent({ encoding })}
                />
              )}
              <ValidityChoice
                chosen={draft.validity_seconds}
                none={t.validity.none}
                fault={fieldFault(failure, "validity_seconds")}
                onChoose={(validity_seconds) => change({ validity_seconds })}
              />
            </MoreOptions>
          </section>
          {used.length > 0 && variables !== null && (
            <section class="card">
              <h2 class="mb-2">{t.content.counts}</h2>
              {lists.length > 0 && (
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
          )}
          <FollowUps
            templateId={template?.id}
            rules={draft.follow_ups}
            onChange={(follow_ups) => change({ follow_ups })}
          />
        </form>
        <aside class="aside" aria-label={t.content.phone}>
          <div class="card">
            <div class="mb-3 flex flex-wrap items-center justify-between gap-2">
              <h2>{t.content.phone}</h2>
              <TestSend
                channel={draft.channel}
                source={
                  template && !isChanged
                    ? { templateId: template.id }
                    : { channel: draft.channel, purpose: draft.purpose, content }
                }
                content={content}
                variables={used}
                hasFollowUps={!isChanged && draft.follow_ups.length > 0}
                disabled={isEmptyContent(content)}
              />
            </div>
            <ContentPreview channel={draft.channel} content={content} />
          </div>
          {template && <TemplateFacts template={template} />}
        </aside>
      </div>
      <div class="action-bar">
        <Restored draft={edited} />
        {template && (
          <Conflict
            {...{ failure, version: edited.version, busy: save.busy }}
            read={(signal) => recado.templates.get({ template_id: template.id }, { signal })}
            own={shownDraft(draft, t)}
            shown={(other) => shownDraft(draftOf(other), t)}
            onLoadOther={(other) => {
              edited.settle(draftOf(other), etagOf(other));
              save.forget();
              onSaved(other);
            }}
            onOverwrite={(other) => void save.run(etagOf(other))}
          />
        )}
        {!isTaken && !isConflict(failure) && <Failure of={failure} except={SHOWN_FAULTS} />}
        <div class="choices">
          <span role="status" class="hint">
            {isChanged ? t.templates.unsaved : template && isSaved ? t.templates.saved : ""}
          </span>
          {isChanged && template && (
            <button type="button" onClick={edited.discard}>
              {t.templates.discard}
            </button>
          )}
          <button
            type="submit"
            form={form}
            class="btn btn-primary"
            disabled={save.busy || (template !== undefined && !isChanged)}
          >
            {template ? t.templates.save : t.templates.submit}
          </button>
        </div>
      </div>
    </EditorContext.Provider>
  );
}

/** Opens all sections around an invalid field, because browsers report errors of visible fields only. */
function unfold(target: EventTarget | null): void {
  for (let at = target instanceof Element ? target : null; at; at = at.parentElement) {
    if (at instanceof HTMLDetailsElement) at.open = true;
  }
}
