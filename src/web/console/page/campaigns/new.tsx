import { useLocation } from "preact-iso";
import type { ContactList, Template } from "../../../../client";
import { useTexts, wordFor } from "../texts/language";
import { Content, PhoneFrame } from "../parts/content";
import { State, useFieldFault } from "../parts/state";
import { Field, Form, InputField, SelectField } from "../parts/form";
import { Back, Heading } from "../parts/resource-page";
import { FirstUse } from "../parts/listing";
import { SenderChoice, useSenders, useSenderTitle } from "../parts/senders";
import { TagsInput } from "../parts/tags";
import { useVariables, VariableCounts } from "../parts/variables";
import { useMutation, useQuery, useScope } from "../service/hooks";
import { useDraft } from "../service/use-draft";
import { BASE_PATH } from "./parts";
import { MAX_NAME_LENGTH } from "../../../../platform/text";

/** Maximum page size of the API. Templates and lists beyond it are not offered. */
const MAX_ITEMS = 1_000;

export function NewCampaign() {
  const { t } = useTexts();
  const [mayTemplates, mayContacts] = [useScope("templates:read"), useScope("contacts:read")];
  return (
    <>
      <Back href={BASE_PATH} text={t.campaigns.back} />
      <Heading name={t.campaigns.create} />
      {mayTemplates && mayContacts ? <Choices /> : <p>{t.campaigns.mayNotChoose}</p>}
    </>
  );
}

function Choices() {
  const { url } = useLocation();
  const templates = useQuery("templates", (recado) => recado.templates.list({ limit: MAX_ITEMS }));
  const lists = useQuery("lists", (recado) =>
    recado.contactLists.list({ type: "default", limit: MAX_ITEMS }),
  );
  if (templates.value === null || lists.value === null) {
    return (
      <>
        <State result={templates} />
        {templates.failure === null && lists.failure !== null && <State result={lists} />}
      </>
    );
  }
  const [hasTemplates, hasLists] = [templates.value.data.length > 0, lists.value.data.length > 0];
  if (!hasTemplates || !hasLists) return <Needs hasTemplates={hasTemplates} hasLists={hasLists} />;
  const hasMore = templates.value.pagination.has_more || lists.value.pagination.has_more;
  return (
    <CampaignForm key={url} templates={templates.value.data} lists={lists.value.data} hasMore={hasMore} />
  );
}

interface NeedsProps {
  hasTemplates: boolean;
  hasLists: boolean;
}

/** Says that templates, lists or both are missing for a campaign, and links to the forms that create them. */
function Needs({ hasTemplates, hasLists }: NeedsProps) {
  const { t } = useTexts();
  const [mayTemplates, mayContacts] = [useScope("templates:write"), useScope("contacts:write")];
  return (
    <FirstUse
      words={
        hasTemplates
          ? t.campaigns.noLists
          : hasLists
            ? t.campaigns.noTemplates
            : `${t.campaigns.noTemplates} ${t.campaigns.norLists}`
      }
      nextSteps={[
        ...(!hasTemplates && mayTemplates
          ? [{ href: "/console/templates/new", label: t.templates.createFirst }]
          : []),
        ...(!hasLists && mayContacts ? [{ href: "/console/lists/new", label: t.lists.create }] : []),
      ]}
    />
  );
}

interface FormProps {
  templates: readonly Template[];
  lists: readonly ContactList[];
  hasMore: boolean;
}

/** Shows the form that creates a campaign. The query string sets its initial values. */
function CampaignForm({ templates, lists, hasMore }: FormProps) {
  const { t, format } = useTexts();
  const fieldFault = useFieldFault();
  const { query, url, route } = useLocation();
  const draft = useDraft(url, initialOf(query));
  const { name, template: templateId, list: listId, sender: senderId, tags } = draft.value;
  const senders = useSenders();
  const variables = useVariables(listId);
  const create = useMutation(
    (recado) =>
      recado.campaigns.create({
        name,
        template_id: templateId,
        list_id: listId,
        ...(senderId === "" ? {} : { sender_id: senderId }),
        ...(tags.length === 0 ? {} : { tags }),
      }),
    ({ id }) => {
      draft.discard();
      route(`${BASE_PATH}/${id}`);
    },
  );
  const template = templates.find(({ id }) => id === templateId);
  const list = lists.find(({ id }) => id === listId);
  const channel = template?.channel;
  return (
    <div class="beside">
      <Form
        class="beside-form card"
        draft={draft}
        action={create}
        submit={t.campaigns.save}
        except={["name", "template_id", "list_id", "sender_id", "tags"]}
        onSubmit={() => void create.run()}
        onCancel={() => {
          draft.discard();
          route(BASE_PATH);
        }}
      >
        <InputField
          label={t.common.name}
          hint={t.campaigns.nameHint}
          name="name"
          value={name}
          required
          maxLength={MAX_NAME_LENGTH}
          fault={fieldFault(create.failure, "name")}
          onValue={(entered) => draft.change({ name: entered })}
        />
        <SelectField
          label={t.palette.kinds.template}
          hint={
            template && t.campaigns.sentAs(wordFor(t.channel, template.channel), t.purpose[template.purpose])
          }
          fault={fieldFault(create.failure, "template_id")}
          name="template"
          required
          value={templateId}
          options={[
            ["", t.campaigns.chooseTemplate],
            ...byName(templates).map(
              (one) => [one.id, `${one.name} (${wordFor(t.channel, one.channel)})`] as const,
            ),
          ]}
          onValue={(chosen) => draft.change({ template: chosen, sender: "" })}
        />
        <SelectField
          label={t.palette.kinds.list}
          fault={fieldFault(create.failure, "list_id")}
          name="list"
          required
          value={listId}
          options={[
            ["", t.campaigns.chooseList],
            ...byName(lists).map((one) => {
              const { contact_count: people } = one;
              const count = t.contacts.people(people, format.number(people));
              return [one.id, `${one.name} (${count})`] as const;
            }),
          ]}
          onValue={(chosen) => draft.change({ list: chosen })}
        />
        <SenderChoice
          senders={senders.value}
          channel={channel}
          chosen={senderId}
          fault={fieldFault(create.failure, "sender_id")}
          onChoose={(chosen) => draft.change({ sender: chosen })}
        />
        <Field label={t.tags.name} hint={t.tags.hint} fault={fieldFault(create.failure, "tags")}>
          <TagsInput tags={tags} onChange={(changed) => draft.change({ tags: changed })} />
        </Field>
        {hasMore && <p class="hint">{t.campaigns.onlyNewest}</p>}
        <p class="hint mb-3">{t.campaigns.saveHint}</p>
      </Form>
      <ChosenTemplateAndList template={template} list={list} senderId={senderId} variables={variables} />
    </div>
  );
}

/** Returns the form's initial values from the query string. Commas separate the tags. */
function initialOf(query: Readonly<Record<string, string>>) {
  const { name = "", template = "", list = "", sender = "", tags = "" } = query;
  return { name, template, list, sender, tags: tags.split(",").filter(Boolean) };
}

interface ChosenProps {
  template: Template | undefined;
  list: ContactList | undefined;
  senderId: string;
  variables: ReturnType<typeof useVariables>;
}

/** Shows the chosen template, and the chosen list with how many contacts have the template's variables. */
function ChosenTemplateAndList({ template, list, senderId, variables }: ChosenProps) {
  const { t, format } = useTexts();
  const titleOf = useSenderTitle();
  return (
    <aside class="aside" aria-label={t.palette.kinds.message}>
      <section class="card">
        <h2>{t.palette.kinds.message}</h2>
        {template === undefined ? (
          <p class="hint">{t.campaigns.choosePreview}</p>
        ) : (
          <PhoneFrame title={titleOf(template.channel, senderId)}>
            <Content content={template.content} />
          </PhoneFrame>
        )}
      </section>
      {list !== undefined && (
        <section class="card">
          <h2>{list.name}</h2>
          <p class="hint">{t.contacts.people(list.contact_count, format.number(list.contact_count))}</p>
          {template &&
            template.variables.length > 0 &&
            (variables.value !== null || variables.failure !== null) && (
              <div class="mt-3">
                <VariableCounts names={template.variables} variables={variables} />
              </div>
            )}
        </section>
      )}
    </aside>
  );
}

const byName = <T extends { name: string }>(all: readonly T[]): T[] =>
  [...all].sort((a, b) => a.name.localeCompare(b.name));
