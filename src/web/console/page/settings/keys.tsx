import { useLocation } from "preact-iso";
import { useState } from "preact/hooks";
import type { ApiKey, ApiKeyWithSecret, ApiKeyScopeInput, CreateApiKeyRequest } from "../../../../client";
import { useTexts, wordFor } from "../texts/language";
import { type Column, DataTable } from "../../../design/data-table";
import { Dialog } from "../../../design/dialog";
import { ConfirmButton } from "../parts/dialog-buttons";
import { useFilters } from "../parts/filters";
import { ListHead } from "../parts/listing";
import { Pages, slice } from "../parts/pages";
import { State, useFieldFault } from "../parts/state";
import { Moment } from "../parts/when";
import { useAccount, useMutation, useQuery, useScope } from "../service/hooks";
import { byArea, mayRevoke, SCOPES, stateOf, verbName, isRead, isSameChoice, presetsFor } from "./key-scopes";
import { Secret } from "./secret";
import { MAX_NAME_LENGTH } from "../../../../platform/text";
import { Checkbox, FaultText, Form, InputField } from "../parts/form";
import { fromLocal, zoneAt } from "../parts/local-time";

export function Keys() {
  const { t } = useTexts();
  const mayWrite = useScope("keys:write");
  const { page, turnTo } = useFilters(useLocation().path, []);
  const [made, setMade] = useState<ApiKeyWithSecret | null>(null);
  const [isOpen, setOpen] = useState(false);
  const result = useQuery(`keys ${page}`, (recado) => recado.apiKeys.list(slice(page)));
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
    ...(mayWrite
      ? [
          {
            name: t.lists.actions,
            isNumber: true,
            onCard: "bare" as const,
            cell: (key: ApiKey) => <Revoke of={key} onChanged={result.refetch} />,
          },
        ]
      : []),
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
  const words = t.settings.keys;
  const revoke = useMutation((recado) => recado.apiKeys.revoke({ key_id: of.id }), onChanged);
  if (stateOf(of, Date.now()) !== "active" || !mayRevoke(mine, of)) return null;
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

interface KeyFormProps {
  onMade(key: ApiKeyWithSecret): void;
  onCancel(): void;
}

/** Shows the form that creates an API key. A new key can have only scopes that the current key has. */
function KeyForm({ onMade, onCancel }: KeyFormProps) {
  const { t } = useTexts();
  const fieldFault = useFieldFault();
  const { key: mine } = useAccount();
  const words = t.settings.keys;
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState<readonly ApiKeyScopeInput[]>([]);
  const [expires, setExpires] = useState("");
  const [faults, setFaults] = useState<{ scopes?: string; expires?: string }>({});
  const create = useMutation(
    (recado, request: CreateApiKeyRequest) => recado.apiKeys.create(request),
    (key) => onMade(key),
  );
  const grantable = SCOPES.filter((scope) => mine.scopes.includes(scope));
  const at = fromLocal(expires);
  const submit = () => {
    const isPast = at !== null && Date.parse(at) <= Date.now();
    const found = {
      ...(chosen.length === 0 ? { scopes: words.noScopes } : {}),
      ...(isPast ? { expires: t.common.pastTime } : {}),
    };
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    void create.run({ name, scopes: [...chosen], ...(at === null ? {} : { expires_at: at }) });
  };
  return (
    <Form
      action={create}
      except={["name", "scopes", "expires_at"]}
      submit={words.save}
      onSubmit={submit}
      onCancel={onCancel}
      isDialog
    >
      <InputField
        label={t.common.name}
        hint={words.nameHint}
        fault={fieldFault(create.failure, "name")}
        required
        maxLength={MAX_NAME_LENGTH}
        value={name}
        onValue={setName}
      />
      <ScopeChoice
        chosen={chosen}
        grantable={grantable}
        onChosen={setChosen}
        fault={faults.scopes ?? fieldFault(create.failure, "scopes")}
      />
      <InputField
        label={words.expires}
        hint={words.expiresHint(zoneAt(new Date(at ?? Date.now())))}
        fault={faults.expires ?? fieldFault(create.failure, "expires_at")}
        type="datetime-local"
        value={expires}
        onValue={setExpires}
      />
    </Form>
  );
}

interface ChoiceProps {
  chosen: readonly ApiKeyScopeInput[];
  grantable: readonly ApiKeyScopeInput[];
  fault: string | null;
  onChosen(scopes: readonly ApiKeyScopeInput[]): void;
}

/** Offers an API key's scopes by area, with presets. Read scopes have a separate column. */
function ScopeChoice({ chosen, grantable, fault, onChosen }: ChoiceProps) {
  const { t } = useTexts();
  const words = t.settings.keys;
  const toggle = (scope: ApiKeyScopeInput, isOn: boolean) =>
    onChosen(isOn ? [...chosen, scope] : chosen.filter((one) => one !== scope));
  const missing = SCOPES.filter((scope) => !grantable.includes(scope));
  return (
    <fieldset>
      <legend>{words.scopes}</legend>
      <div class="mb-3 flex flex-wrap gap-2" role="group" aria-label={words.presetsLabel}>
        {presetsFor(grantable).map(({ name, scopes }) => (
          <button
            key={name}
            type="button"
            aria-pressed={isSameChoice(chosen, scopes)}
            onClick={() => onChosen(scopes)}
          >
            {words.presets[name]}
          </button>
        ))}
      </div>
      <div class="scopes">
        {byArea(grantable).map(({ area, scopes }) => (
          <div key={area} role="group" aria-label={wordFor(words.areas, area)}>
            <span>{wordFor(words.areas, area)}</span>
            {[scopes.filter(isRead), scopes.filter((scope) => !isRead(scope))].map((cell, column) => (
              <div key={column}>
                {cell.map((scope) => (
                  <Checkbox
                    key={scope}
                    label={verbName(scope, words.verbs)}
                    checked={chosen.includes(scope)}
                    onChange={(isOn) => toggle(scope, isOn)}
                  />
                ))}
              </div>
            ))}
          </div>
        ))}
      </div>
      {missing.length > 0 && (
        <p class="hint">
          {words.mayNot(
            byArea(missing)
              .map(({ area, scopes }) => {
                const verbs = scopes.map((scope) => verbName(scope, words.verbs));
                return `${wordFor(words.areas, area)} (${verbs.join(", ")})`;
              })
              .join(", "),
          )}
        </p>
      )}
      <FaultText of={fault} />
    </fieldset>
  );
}
