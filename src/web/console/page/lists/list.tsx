import { ArrowLeft, Ban, Pencil, Trash } from "lucide";
import { useLocation, useRoute } from "preact-iso";
import { useEffect, useRef, useState } from "preact/hooks";
import { type ContactList, etagOf } from "../../../../client";
import { Icon } from "../../../design/icon";
import { useToast } from "../../../design/toast";
import { useTexts } from "../texts/language";
import { NotFound, isNotFound } from "../parts/not-found";
import { ConfirmButton } from "../parts/confirm-button";
import { Conflict, isConflict, type Shown } from "../parts/conflict";
import { Failure } from "../parts/failure";
import { Field } from "../parts/field";
import { Heading } from "../parts/heading";
import { Restored } from "../parts/restored";
import { State } from "../parts/state";
import { useAccount, useScope } from "../service/signed-in";
import { useMutation } from "../service/use-mutation";
import { useDraft } from "../service/use-draft";
import { useQuery } from "../service/use-query";
import { SuppressionChoice } from "./channels";
import { OnlyFor } from "../parts/only-for";
import { Imports } from "./imports";
import { Kind } from "./kind";
import { Members } from "./members";
import { UsedBy } from "./used-by";
import { useNameFault } from "./use-name-fault";

const LIST_PATH = "/console/lists";

export function ListPage() {
  const { id = "" } = useRoute().params;
  return <OneList key={id} id={id} />;
}

function OneList({ id }: { id: string }) {
  const { t, format } = useTexts();
  const { recado } = useAccount();
  const { query } = useLocation();
  const result = useQuery(id, (signal) => recado.contactLists.get({ list_id: id }, { signal }));
  const mayWrite = useScope("contacts:write");
  const [changes, setChanges] = useState(0);
  const list = result.value;
  const changed = () => {
    result.refetch();
    setChanges((before) => before + 1);
  };
  if (isNotFound(result))
    return <NotFound title={t.lists.notFound} href={LIST_PATH} linkText={t.lists.back} />;
  return (
    <>
      <a class="back" href={LIST_PATH}>
        <Icon of={ArrowLeft} />
        {t.lists.back}
      </a>
      <State result={result} />
      {list !== null && (
        <>
          <div class="head">
            <div>
              <Heading name={list.name} />
              <p class="hint flex flex-wrap items-center gap-x-1.5">
                <Kind list={list} />
                <span>· {t.lists.size(list.contact_count, format.number(list.contact_count))}</span>
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
    </>
  );
}

/** Notice on a suppression list's page, which must not pass for a list to send to. */
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
  const { recado } = useAccount();
  const { path, route } = useLocation();
  const toast = useToast();
  const remove = useMutation(
    () => recado.contactLists.delete({ list_id: list.id }),
    () => {
      toast({ text: t.lists.deleted(list.name) });
      route(LIST_PATH, true);
    },
  );
  return (
    <div class="flex flex-wrap gap-2">
      <a class="btn" href={`${path}?edit=1`}>
        <Icon of={Pencil} />
        {list.type === "blacklist" ? t.lists.edit : t.lists.rename}
      </a>
      {!list.is_provisioned && (
        <ConfirmButton
          {...{ label: t.lists.remove, action: remove, isDangerous: true }}
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
  ...{ name, channels: [...channels], purposes: [...purposes] },
});

function Edit({ list, onChanged }: { list: ContactList; onChanged(): void }) {
  const { t } = useTexts();
  const nameFault = useNameFault();
  const { recado } = useAccount();
  const { path, route } = useLocation();
  const draft = useDraft(`list ${list.id}`, editable(list), etagOf(list));
  const { name, channels, purposes } = draft.value;
  const stop = () => {
    route(path, true);
    document.querySelector<HTMLElement>("main h1")?.focus();
  };
  const action = useMutation(
    (ifMatch: string | undefined) =>
      recado.contactLists.update(
        {
          list_id: list.id,
          ...(list.is_provisioned ? {} : { name: name.trim() }),
          ...(list.type === "blacklist" ? { channels, purposes } : {}),
        },
        { ifMatch },
      ),
    (saved) => {
      draft.settle(editable(saved), etagOf(saved));
      onChanged();
      stop();
    },
  );
  const shown = (one: Pick<ContactList, "name" | "channels" | "purposes">): Shown => [
    [t.lists.name, one.name],
    [
      t.lists.blocksOn,
      one.channels.map((channel) => (t.channel as Record<string, string>)[channel]).join(", "),
    ],
    [t.lists.blocksFor, one.purposes.map((purpose) => t.purpose[purpose]).join(", ")],
  ];
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>("input:enabled")?.focus(), []);
  return (
    <form
      ref={form}
      class="card contact-form"
      onSubmit={(event) => {
        event.preventDefault();
        void action.run(draft.version);
      }}
    >
      <Restored draft={draft} />
      <Field
        label={t.lists.name}
        hint={list.is_provisioned ? t.lists.keepsName : undefined}
        fault={nameFault(action.failure)}
      >
        <input
          required
          pattern=".*\S.*"
          maxLength={120}
          autocomplete="off"
          disabled={list.is_provisioned}
          value={name}
          onInput={(event) => draft.change({ name: event.currentTarget.value })}
        />
      </Field>
      {list.type === "blacklist" && <SuppressionChoice {...{ channels, purposes }} onChange={draft.change} />}
      <Conflict<ContactList>
        {...{ failure: action.failure, version: draft.version, busy: action.busy }}
        read={(signal) => recado.contactLists.get({ list_id: list.id }, { signal })}
        own={shown(draft.value)}
        shown={shown}
        onLoadOther={(other) => {
          draft.settle(editable(other), etagOf(other));
          action.forget();
          onChanged();
        }}
        onOverwrite={(other) => void action.run(etagOf(other))}
      />
      {!isConflict(action.failure) && <Failure of={action.failure} except={["name"]} />}
      <div class="choices">
        <button type="submit" class="btn btn-primary" disabled={action.busy}>
          {t.contacts.save}
        </button>
        <button
          type="button"
          class="btn"
          onClick={() => {
            draft.discard();
            stop();
          }}
        >
          {t.state.cancel}
        </button>
      </div>
    </form>
  );
}
