import { useLocation } from "preact-iso";
import { useState } from "preact/hooks";
import type { ApiKey, ApiKeyWithSecret } from "../../../../client";
import { useTexts, wordFor } from "../texts/language";
import { type Column, DataTable } from "../../../design/data-table";
import { Dialog } from "../../../design/dialog";
import { ConfirmButton } from "../parts/dialog-buttons";
import { useFilters } from "../parts/filters";
import { Pages, slice } from "../parts/pages";
import { State } from "../parts/state";
import { Moment } from "../parts/when";
import { useAccount, useScope } from "../service/signed-in";
import { useMutation } from "../service/use-mutation";
import { useQuery } from "../service/use-query";
import { KeyForm } from "./key-form";
import { byArea, mayRevoke, SCOPES, stateOf, verbName } from "./rules";
import { Secret } from "./secret";
import { ListHead } from "../parts/list-head";

export function Keys() {
  const { t } = useTexts();
  const mayWrite = useScope("keys:write");
  const { page, turnTo } = useFilters(useLocation().path, []);
  const [made, setMade] = useState<ApiKeyWithSecret | null>(null);
  const [isOpen, setOpen] = useState(false);
  const result = useQuery(`keys ${page}`, (recado, signal) => recado.apiKeys.list(slice(page), { signal }));
  const found = result.value;
  const words = t.settings.keys;
  const instant = (at: string | null, none: string) => (at === null ? none : <Moment at={at} />);
  const columns: readonly Column<ApiKey>[] = [
    { name: t.common.name, isTitle: true, cell: (key) => <Name of={key} /> },
    { name: words.scopes, cell: (key) => <Scopes of={key} /> },
    { name: words.used, class: "when", cell: (key) => instant(key.last_used_at, words.never) },
    { name: words.expires, class: "when", cell: (key) => instant(key.expires_at, words.noExpiry) },
    {
      name: t.messages.status,
      cell: (key) => {
        const state = stateOf(key, Date.now());
        return <span class={`status key-${state}`}>{words[state]}</span>;
      },
    },
    { name: "", class: "number", cell: (key) => <Revoke of={key} onChanged={result.refetch} /> },
  ];
  return (
    <>
      <ListHead
        title={t.settings.tabs.keys}
        intro={words.intro}
        action={mayWrite ? { label: words.create, to: () => setOpen(true) } : null}
      />
      {made !== null && (
        <Secret
          title={words.made(made.name)}
          label={words.key}
          value={made.key}
          onClose={() => setMade(null)}
        />
      )}
      <State result={result} />
      {found !== null && (
        <>
          <DataTable label={t.settings.tabs.keys} columns={columns} rows={found.data} idOf={({ id }) => id} />
          <Pages page={page} of={found} onPage={turnTo} />
        </>
      )}
      {mayWrite && isOpen && (
        <Dialog title={words.create} closeLabel={t.menu.close} isWide onClose={() => setOpen(false)}>
          <KeyForm
            onMade={(key) => {
              setMade(key);
              setOpen(false);
              result.refetch();
            }}
            onCancel={() => setOpen(false)}
          />
        </Dialog>
      )}
    </>
  );
}

function Name({ of }: { of: ApiKey }) {
  const { t } = useTexts();
  const { key: mine } = useAccount();
  return (
    <div class="name">
      <div class="font-semibold">{of.name}</div>
      <div class="hint">
        <code>{of.prefix}…</code>
        {of.id === mine.id && <> · {t.settings.keys.yours}</>}
      </div>
    </div>
  );
}

function Revoke({ of, onChanged }: { of: ApiKey; onChanged(): void }) {
  const { t } = useTexts();
  const { key: mine } = useAccount();
  const mayWrite = useScope("keys:write");
  const words = t.settings.keys;
  const revoke = useMutation((recado) => recado.apiKeys.revoke({ key_id: of.id }), onChanged);
  if (!mayWrite || stateOf(of, Date.now()) !== "active" || !mayRevoke(mine, of)) return null;
  return (
    <ConfirmButton label={words.revoke} action={revoke} class="btn btn-ghost btn-sm text-error" isDangerous>
      <p>{words.revokeSure(of.name)}</p>
      {of.id === mine.id && <p class="refusal">{words.revokeYours}</p>}
    </ConfirmButton>
  );
}

function Scopes({ of: { scopes } }: { of: ApiKey }) {
  const { t, format } = useTexts();
  const words = t.settings.keys;
  return (
    <details>
      <summary>{words.scopeCount(format.number(scopes.length), format.number(SCOPES.length))}</summary>
      <ul class="ids">
        {byArea(scopes).map(({ area, scopes: its }) => (
          <li key={area}>
            {wordFor(words.areas, area)}: {its.map((scope) => verbName(scope, words.verbs)).join(", ")}
          </li>
        ))}
      </ul>
    </details>
  );
}
