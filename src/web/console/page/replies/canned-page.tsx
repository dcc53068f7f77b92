import { Trash2 } from "lucide";
import { useLocation } from "preact-iso";
import { useMemo } from "preact/hooks";
import type { CannedResponse } from "../../../../client";
import { type Column, DataTable } from "../../../design/data-table";
import { Dialog } from "../../../design/dialog";
import { Icon } from "../../../design/icon";
import { useToast } from "../../../design/toast";
import { ConfirmButton } from "../parts/dialog-buttons";
import { useFilters } from "../parts/filters";
import { ListHead, Listing } from "../parts/listing";
import { isNotFound } from "../parts/resource-page";
import { addressOf, slice } from "../parts/pages";
import { State } from "../parts/state";
import { When } from "../parts/when";
import { useMutation, useQuery, useScope } from "../service/hooks";
import { useTexts } from "../texts/language";
import { CannedDialog } from "./canned-form";

const BASE_PATH = "/console/canned-responses";
/** Value of the query parameter `new` with which the dialog contains an example. */
const EXAMPLE = "example";

/** Shows the account's quick replies. The query string names the quick reply that the dialog edits. */
export function CannedResponses() {
  const { t } = useTexts();
  const { query, route } = useLocation();
  const mayWrite = useScope("messages:send");
  const filtering = useFilters(BASE_PATH, []);
  const { page } = filtering;
  const result = useQuery(`canned responses ${page}`, (recado) => recado.cannedResponses.list(slice(page)));
  const words = t.replies.canned;
  const editing = (id: string) => addressOf(BASE_PATH, { page, edit: id });
  const close = () => route(addressOf(BASE_PATH, { page }), true);
  const saved = () => {
    close();
    result.refetch();
  };
  const columns: readonly Column<CannedResponse>[] = [
    {
      name: words.name,
      isTitle: true,
      cell: ({ id, name }) =>
        mayWrite ? (
          <a class="block max-w-64 truncate font-[550] hover:underline" href={editing(id)} title={name}>
            {name}
          </a>
        ) : (
          <strong class="block max-w-64 truncate">{name}</strong>
        ),
    },
    {
      name: words.shortcut,
      cell: ({ shortcut }) => (shortcut === null ? null : <span class="mono">/{shortcut}</span>),
    },
    {
      name: words.text,
      onCard: "text",
      class: "sm:w-full sm:max-w-0",
      cell: ({ text }) => <span class="max-sm:line-clamp-2 sm:block sm:truncate">{text}</span>,
    },
    { name: t.lists.updated, class: "when", cell: ({ updated_at: at }) => <When at={at} /> },
    ...(mayWrite
      ? [
          {
            name: t.lists.actions,
            class: "number",
            onCard: "bare" as const,
            cell: (one: CannedResponse) => <Remove of={one} onRemoved={result.refetch} />,
          },
        ]
      : []),
  ];
  return (
    <>
      <ListHead
        title={t.menu.canned}
        intro={words.intro}
        action={mayWrite ? { label: words.create, to: addressOf(BASE_PATH, { page, new: 1 }) } : null}
      />
      <Listing
        result={result}
        of={filtering}
        noMatch={words.none}
        none={words.firstUse(words.example)}
        nextSteps={
          mayWrite ? [{ href: addressOf(BASE_PATH, { new: EXAMPLE }), label: words.fromExample }] : []
        }
      >
        <DataTable
          label={t.menu.canned}
          columns={columns}
          rows={result.value?.data ?? []}
          idOf={({ id }) => id}
          {...(mayWrite ? { onOpen: ({ id }: CannedResponse) => route(editing(id)) } : {})}
        />
      </Listing>
      {mayWrite && query.new !== undefined && (
        <CannedDialog
          {...(query.new === EXAMPLE ? { text: words.example } : {})}
          onClose={close}
          onSaved={saved}
        />
      )}
      {mayWrite && query.edit !== undefined && (
        <Edit key={query.edit} id={query.edit} onClose={close} onSaved={saved} />
      )}
    </>
  );
}

interface EditProps {
  id: string;
  onClose(): void;
  onSaved(): void;
}

/** Reads a quick reply by its id, because entries of a list have no `ETag`, and shows its dialog. */
function Edit({ id, onClose, onSaved }: EditProps) {
  const { t } = useTexts();
  const result = useQuery(id, (recado) => recado.cannedResponses.get({ canned_response_id: id }));
  // A draft keeps the version from which it started, so the dialog ignores later reads.
  const edited = useMemo(() => result.value, [result.value === null]);
  if (edited !== null) return <CannedDialog edited={edited} onClose={onClose} onSaved={onSaved} />;
  return (
    <Dialog title={t.replies.canned.edit} closeLabel={t.menu.close} onClose={onClose}>
      {isNotFound(result) ? <p>{t.notFound.hint}</p> : <State result={result} />}
    </Dialog>
  );
}

interface RemoveProps {
  of: CannedResponse;
  onRemoved(): void;
}

function Remove({ of: { id, name }, onRemoved }: RemoveProps) {
  const { t } = useTexts();
  const showToast = useToast();
  const words = t.replies.canned;
  const action = useMutation(
    (recado) => recado.cannedResponses.delete({ canned_response_id: id }),
    () => {
      showToast({ text: words.removed(name) });
      onRemoved();
    },
  );
  return (
    <ConfirmButton
      label={words.remove(name)}
      action={action}
      isDangerous
      isIconOnly
      confirm={t.common.delete}
      class="btn btn-ghost btn-sm"
      icon={
        <>
          <Icon of={Trash2} />
          <span class="sm:hidden">{t.common.delete}</span>
        </>
      }
    >
      <h2>{words.remove(name)}</h2>
      <p class="mt-2">{words.removing}</p>
    </ConfirmButton>
  );
}
