import { useContext, useId, useState, useRef } from "preact/hooks";
import {
  type Channel,
  type CreateTemplateRequest,
  isRecadoError,
  type Template,
  type Recado,
} from "../../../../client";
import { useTexts } from "../texts/language";
import { ActionButton, Failure, isConflict, refusedFields } from "../parts/state";
import { Field, FormFields, handleSubmit, InputField, Restored, SelectField } from "../parts/form";
import { MoreOptions, PurposeChoice, ValidityChoice } from "../parts/message-options";
import { EncodingChoice } from "../parts/sms-size";
import { useCount, usePlaceholders, useVariables, VariableCounts } from "../parts/variables";
import { ListOptions } from "../lists/fields";
import { useLists } from "../parts/use-lists";
import { EditorContext, useFault } from "./fields";
import { ContentFields } from "./content-fields";
import { contentOf, draftOf, templateOf } from "./conversion";
import { MAX_NAME_LENGTH } from "../../../../platform/text";
import { type ContentDraft, FORMS, onChannel, type TemplateDraft } from "./draft";
import { TemplateFacts } from "./facts";
import { FollowUps } from "./follow-ups";
import { ContentPreview, isEmptyContent } from "./preview";
import { variablesIn } from "../parts/values";
import { TestSend } from "../test-send/test-send";
import { type Edit, useEdit } from "../service/use-draft";
import { Conflict } from "../parts/conflict";
import { useQuery } from "../service/hooks";
import { namesOf, referencesOf } from "./references";
import { shownDraft } from "./shown";

/** Fields of a template whose errors the form shows beside its inputs. */
const SHOWN_FAULTS = ["name", "purpose", "content.text", "validity_seconds"];
const RULE_FIELD = /^follow_ups\[(\d+)\]\.(on|after_seconds|template_id)$/;

interface Props {
  /** Template to edit; undefined for a new template. */
  template?: Template;
  /** Part of the key under which the browser stores the draft; unique per form. */
  place: string;
  /** Input before any change: of a new template, or of the template to edit. */
  initial: TemplateDraft;
  onSaved(template: Template): void;
}

export function Editor({ template, place, initial, onSaved }: Props) {
  const { t } = useTexts();
  const form = useId();
  const [isSaved, setSaved] = useState(false);
  const edit = useEdit<Template, TemplateDraft>({
    place: `template ${place}`,
    current: template,
    enteredOf: draftOf,
    initial,
    onLoaded: onSaved,
    save: (recado, entered, ifMatch) =>
      template
        ? recado.templates.update({ template_id: template.id, ...templateOf(entered) }, { ifMatch })
        : recado.templates.create({
            channel: entered.channel,
            ...templateOf(entered),
          } as CreateTemplateRequest),
    onSaved(saved) {
      setSaved(true);
      onSaved(saved);
    },
  });
  const { value: draft, change, isChanged } = edit.draft;
  const [listId, setListId] = useState("");
  const variables = useVariables(listId);
  const names = usePlaceholders(variables.value);
  const countOf = useCount(variables.isStale ? null : variables.value);
  const content = contentOf(draft);
  const used = variablesIn(content);
  return (
    <EditorContext.Provider value={{ failure: edit.action.failure, names, countOf }}>
      <div class="beside">
        <form
          id={form}
          class="beside-form"
          onSubmit={handleSubmit(edit.save)}
          onInvalidCapture={({ target }) => unfold(target)}
        >
          <FormFields isDisabled={template === undefined && edit.action.busy}>
            <MessageFields draft={draft} change={change} hasFixedChannel={template !== undefined} />
            <ContactCounts names={used} variables={variables} listId={listId} onList={setListId} />
            <FollowUps
              templateId={template?.id}
              rules={draft.follow_ups}
              onChange={(follow_ups) => change({ follow_ups })}
            />
          </FormFields>
        </form>
        <aside class="aside" aria-label={t.content.phone}>
          <div class="card">
            <div class="card-head">
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
      <SaveBar edit={edit} template={template} isSaved={isSaved} form={form} />
    </EditorContext.Provider>
  );
}

interface FieldsProps {
  draft: TemplateDraft;
  change(changes: Partial<TemplateDraft>): void;
  hasFixedChannel: boolean;
}

/** Shows the fields of a template's message: name, channel, purpose, content and options. */
function MessageFields({ draft, change, hasFixedChannel }: FieldsProps) {
  const { t } = useTexts();
  const nameFault = useFault("name");
  const purposeFault = useFault("purpose");
  const validityFault = useFault("validity_seconds");
  const isTaken = isNameTaken(useContext(EditorContext).failure);
  const isSms = draft.channel === "sms";
  const changeContent = (changes: Partial<ContentDraft>) =>
    change({ content: { ...draft.content, ...changes } });
  return (
    <section class="card">
      <InputField
        label={t.common.name}
        fault={isTaken ? t.templates.nameTaken : nameFault}
        required
        maxLength={MAX_NAME_LENGTH}
        value={draft.name}
        onValue={(name) => change({ name })}
      />
      <div class="grid gap-x-4 sm:grid-cols-2">
        <SelectField
          label={t.messages.channel}
          hint={hasFixedChannel ? t.templates.channelFixed : undefined}
          disabled={hasFixedChannel}
          value={draft.channel}
          options={(Object.keys(FORMS) as Channel[]).map((one) => [one, t.channel[one]] as const)}
          onValue={(channel) => change(onChannel(draft, channel))}
        />
        <PurposeChoice
          chosen={draft.purpose}
          fault={purposeFault}
          onChoose={(purpose) => change({ purpose })}
        />
      </div>
      <ContentFields draft={draft} onChange={changeContent} />
      <MoreOptions isSet={draft.validity_seconds !== null || (isSms && draft.content.encoding !== "auto")}>
        {isSms && (
          <EncodingChoice
            encoding={draft.content.encoding}
            onEncoding={(encoding) => changeContent({ encoding })}
          />
        )}
        <ValidityChoice
          chosen={draft.validity_seconds}
          none={t.validity.none}
          fault={validityFault}
          onChoose={(validity_seconds) => change({ validity_seconds })}
        />
      </MoreOptions>
    </section>
  );
}

interface CountsProps {
  /** Names of the variables that the content uses. */
  names: readonly string[];
  /** Variables of the contacts, with their counts. */
  variables: ReturnType<typeof useVariables>;
  /** Id of the list whose contacts are counted; empty for all contacts. */
  listId: string;
  onList(listId: string): void;
}

/** Shows how many contacts have each variable, among all contacts or the contacts of a list. */
function ContactCounts({ names, variables, listId, onList }: CountsProps) {
  const { t } = useTexts();
  const lists = useLists().value ?? [];
  if (names.length === 0 || (variables.value === null && variables.failure === null)) return null;
  return (
    <section class="card">
      <h2 class="mb-2">{t.content.counts}</h2>
      {lists.length > 0 && (
        <Field label={t.content.countsOf}>
          <select
            value={listId}
            onChange={({ currentTarget }: { currentTarget: HTMLSelectElement }) =>
              onList(currentTarget.value)
            }
          >
            <option value="">{t.content.allContacts}</option>
            <ListOptions lists={lists} chosen={listId} />
          </select>
        </Field>
      )}
      <VariableCounts names={names} variables={variables} />
    </section>
  );
}

interface SaveBarProps {
  edit: Edit<Template, TemplateDraft>;
  template: Template | undefined;
  /** Whether this form has already saved the template. */
  isSaved: boolean;
  /** Id of the form that the button submits. */
  form: string;
}

/** Shows the bar that saves or discards the changes, with the errors that no input shows. */
function SaveBar({ edit, template, isSaved, form }: SaveBarProps) {
  const { t } = useTexts();
  const { draft, action } = edit;
  const { failure } = action;
  const { isChanged } = draft;
  const rules = draft.value.follow_ups.length;
  const isShownRule = (field: string) => Number(RULE_FIELD.exec(field)?.[1] ?? rules) < rules;
  const shown = [...SHOWN_FAULTS, ...refusedFields(failure).filter(isShownRule)];
  return (
    <div class="action-bar">
      <Restored draft={draft} isSaving={action.busy} />
      {template && isConflict(failure) && <TemplateConflict edit={edit} template={template} />}
      {!isNameTaken(failure) && !isConflict(failure) && <Failure of={failure} except={shown} />}
      <div class="choices">
        <span role="status" class="hint">
          {isChanged ? t.templates.unsaved : template && isSaved ? t.common.saved : ""}
        </span>
        {isChanged && template && (
          <button type="button" disabled={action.busy} onClick={draft.discard}>
            {t.templates.discard}
          </button>
        )}
        <ActionButton
          type="submit"
          form={form}
          class="btn btn-primary"
          isBusy={action.busy}
          disabled={template !== undefined && !isChanged}
        >
          {template ? t.common.save : t.templates.submit}
        </ActionButton>
      </div>
    </div>
  );
}

const isNameTaken = (failure: unknown): boolean => isRecadoError(failure, "conflict");

/** Opens all sections around an invalid field, because browsers report errors of visible fields only. */
function unfold(target: EventTarget | null): void {
  for (let at = target instanceof Element ? target : null; at; at = at.parentElement) {
    if (at instanceof HTMLDetailsElement) at.open = true;
  }
}

interface ConflictProps {
  edit: Edit<Template, TemplateDraft>;
  template: Template;
}

/** Shows another user's change of the template, with the names of its files and follow-up templates. */
function TemplateConflict({ edit, template }: ConflictProps) {
  const localization = useTexts();
  const others = useRef<ReadonlyMap<string, string>>(new Map());
  const references = referencesOf(edit.draft.value);
  const own = useQuery(JSON.stringify(references), (recado) => namesOf(references, recado));
  const read = async (recado: Recado) => {
    const other = await recado.templates.get({ template_id: template.id });
    others.current = await namesOf(referencesOf(edit.enteredOf(other)), recado);
    return other;
  };
  const nameOf = (id: string) => own.value?.get(id) ?? others.current.get(id) ?? id;
  return <Conflict of={edit} read={read} shown={(entered) => shownDraft(entered, localization, nameOf)} />;
}
