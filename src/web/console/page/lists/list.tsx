import { Ban, Pencil, Trash } from "lucide";
import { useLocation, useRoute } from "preact-iso";
import { useState } from "preact/hooks";
import type { ContactList } from "../../../../client";
import { CampaignStatus } from "../parts/campaign-progress";
import { State } from "../parts/state";
import { useMutation, useQuery, useScope, useScopedQuery } from "../service/hooks";
import { useTexts, wordFor } from "../texts/language";
import { MAX_NAME_LENGTH } from "../../../../platform/text";
import { Icon } from "../../../design/icon";
import { useToast } from "../../../design/toast";
import { ConfirmButton } from "../parts/dialog-buttons";
import { Conflict, type Shown } from "../parts/conflict";
import { Heading, ResourcePage } from "../parts/resource-page";
import { Kind, SuppressionChoice, useNameFault } from "./fields";
import { OnlyFor } from "../parts/only-for";
import { Imports } from "./imports";
import { Members } from "./members";
import { Form, InputField } from "../parts/form";
import { useEdit } from "../service/use-draft";

const MAX_CAMPAIGNS = 10;

/** Shows the campaigns that could no longer be launched if the list were deleted. */
function UsedBy({ list }: { list: ContactList }) {
  const { t, format } = useTexts();
  const mayRead = useScope("campaigns:read");
  const result = useScopedQuery({
    scope: "campaigns:read",
    key: `campaigns of ${list.id}`,
    none: null,
    load: ({ campaigns }) =>
      campaigns.list({ list_id: [list.id], status: ["draft", "scheduled", "error"], limit: MAX_CAMPAIGNS }),
  });
  if (!mayRead) return <p>{t.lists.unknownUse}</p>;
  const page = result.value;
  if (page === null) return <State result={result} />;
  if (page.data.length === 0) return null;
  const more = page.pagination.total - page.data.length;
  return (
    <>
      <p class="refusal">{t.lists.usedBy}</p>
      <ul>
        {page.data.map((campaign) => (
          <li key={campaign.id}>
            <a href={`/console/campaigns/${campaign.id}`}>{campaign.name}</a> <CampaignStatus of={campaign} />
            {campaign.status === "scheduled" && campaign.scheduled_at !== null && (
              <div class="hint">{format.minute(campaign.scheduled_at)}</div>
            )}
          </li>
        ))}
        {more > 0 && <li>{t.contacts.andMore(format.number(more))}</li>}
      </ul>
    </>
  );
}

const LIST_PATH = "/console/lists";

export function ListPage() {
  const { t, format } = useTexts();
  const { query } = useLocation();
  const { id = "" } = useRoute().params;
  const result = useQuery(id, (recado) => recado.contactLists.get({ list_id: id }));
  const mayWrite = useScope("contacts:write");
  const [changes, setChanges] = useState(0);
  const changed = () => {
    result.refetch();
    setChanges((before) => before + 1);
  };
  return (
    <ResourcePage result={result} notFound={t.lists.notFound} back={{ href: LIST_PATH, text: t.lists.back }}>
      {(list) => (
        <>
          <div class="head">
            <div>
              <Heading name={list.name} />
              <p class="hint flex flex-wrap items-center gap-x-1.5">
                <Kind list={list} />
                <span>· {t.contacts.people(list.contact_count, format.number(list.contact_count))}</span>
              </p>
            </div>
            {mayWrite && query.edit === undefined && <Actions list={list} />}
          </div>
          {list.type === "blacklist" && <Suppression list={list} />}
          {mayWrite && query.edit !== undefined && <Edit list={list} onChanged={result.refetch} />}
          <Imports list={list} onProgress={changed} />
          <Members list={list} changes={changes} onChanged={result.refetch} />
        </>
      )}
    </ResourcePage>
  );
}

/** Says that the list is a blacklist, and names the channels and the purposes that it blocks. */
function Suppression({ list: { channels, purposes } }: { list: ContactList }) {
  const { t, format } = useTexts();
  return (
    <div class="card flex gap-3">
      <span class="mt-0.5 text-error">
        <Icon of={Ban} size={18} />
      </span>
      <p>
        <strong>{t.lists.isSuppression}</strong>{" "}
        {channels.length === 0 || purposes.length === 0
          ? t.lists.suppressesNothing
          : t.lists.suppresses(format.list(channels.map((channel) => t.channel[channel])))}
        <OnlyFor purposes={purposes} />
      </p>
    </div>
  );
}

function Actions({ list }: { list: ContactList }) {
  const { t, format } = useTexts();
  const { path, route } = useLocation();
  const toast = useToast();
  const remove = useMutation(
    (recado) => recado.contactLists.delete({ list_id: list.id }),
    () => {
      toast({ text: t.lists.deleted(list.name) });
      route(LIST_PATH, true);
    },
  );
  return (
    <div class="flex flex-wrap gap-2">
      <a class="btn" href={`${path}?edit=1`}>
        <Icon of={Pencil} />
        {list.type === "blacklist" ? t.common.edit : t.lists.rename}
      </a>
      {!list.is_provisioned && (
        <ConfirmButton
          label={t.common.delete}
          action={remove}
          isDangerous
          confirm={t.lists.deleteList}
          class="btn text-error"
          icon={<Icon of={Trash} />}
        >
          <p>{t.lists.removing(list.name, format.number(list.contact_count))}</p>
          {list.type === "blacklist" ? <p>{t.lists.unblocking}</p> : <UsedBy list={list} />}
        </ConfirmButton>
      )}
    </div>
  );
}

const editable = ({ name, channels, purposes }: ContactList) => ({
  name,
  channels: [...channels],
  purposes: [...purposes],
});

function Edit({ list, onChanged }: { list: ContactList; onChanged(): void }) {
  const { t } = useTexts();
  const nameFault = useNameFault();
  const { path, route } = useLocation();
  const { id, type, is_provisioned: keepsName } = list;
  const stop = () => {
    route(path, true);
    document.querySelector<HTMLElement>("main h1")?.focus();
  };
  const edit = useEdit({
    place: `list ${id}`,
    current: list,
    enteredOf: editable,
    onLoaded: onChanged,
    save: (recado, { name, ...suppressed }, ifMatch) =>
      recado.contactLists.update(
        {
          list_id: id,
          ...(keepsName ? {} : { name: name.trim() }),
          ...(type === "blacklist" ? suppressed : {}),
        },
        { ifMatch },
      ),
    onSaved() {
      onChanged();
      stop();
    },
  });
  const { draft, action } = edit;
  const shown = ({ name, channels, purposes }: typeof draft.value): Shown => [
    [t.common.name, name],
    [t.lists.blocksOn, channels.map((channel) => wordFor(t.channel, channel)).join(", ")],
    [t.lists.blocksFor, purposes.map((purpose) => t.purpose[purpose]).join(", ")],
  ];
  return (
    <Form
      class="card narrow"
      draft={draft}
      action={action}
      except={["name"]}
      submit={t.common.save}
      onSubmit={edit.save}
      onCancel={() => {
        draft.discard();
        stop();
      }}
      takesFocus
    >
      <InputField
        label={t.common.name}
        hint={keepsName ? t.lists.keepsName : undefined}
        fault={nameFault(action.failure)}
        required
        pattern={".*\\S.*"}
        maxLength={MAX_NAME_LENGTH}
        autocomplete="off"
        disabled={keepsName}
        value={draft.value.name}
        onValue={(name) => draft.change({ name })}
      />
      {type === "blacklist" && <SuppressionChoice {...draft.value} onChange={draft.change} />}
      <Conflict of={edit} shown={shown} read={(recado) => recado.contactLists.get({ list_id: id })} />
    </Form>
  );
}
