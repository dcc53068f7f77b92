import { useLocation } from "preact-iso";
import { useState } from "preact/hooks";
import type { ApiKey, ApiKeyWithSecret } from "../../../../client";
import { useTexts } from "../texts/language";
import { ConfirmButton } from "../parts/confirm-button";
import { useFilters } from "../parts/filters";
import { Pages, slice } from "../parts/pages";
import { State } from "../parts/state";
import { Table } from "../parts/table";
import { useAccount, useScope } from "../service/signed-in";
import { useMutation } from "../service/use-mutation";
import { useQuery } from "../service/use-query";
import { KeyForm } from "./key-form";
import { byArea, mayRevoke, SCOPES, stateOf, verbOf } from "./rules";
import { Secret } from "./secret";
import { Heading } from "../parts/heading";

export function Keys() {
  const { t } = useTexts();
  const { recado } = useAccount();
  const mayWrite = useScope("keys:write");
  const { page, turnTo } = useFilters(useLocation().path, []);
  const [made, setMade] = useState<ApiKeyWithSecret | null>(null);
  const result = useQuery(`keys ${page}`, (signal) => recado.apiKeys.list(slice(page), { signal }));
  const found = result.value;
  const words = t.settings.keys;
  return (
    <>
      <Heading name={t.settings.tabs.keys} />
      <p class="hint">{words.intro}</p>
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
          <Table
            label={t.settings.tabs.keys}
            columns={[words.name, words.scopes, words.used, words.expires, words.state]}
          >
            {found.data.map((key) => (
              <Row key={key.id} of={key} onChanged={result.refetch} />
            ))}
          </Table>
          <Pages page={page} of={found} onPage={turnTo} />
        </>
      )}
      {mayWrite && (
        <details class="card adds" key={made?.id}>
          <summary>{words.create}</summary>
          <KeyForm
            onMade={(key) => {
              setMade(key);
              result.refetch();
            }}
          />
        </details>
      )}
    </>
  );
}

function Row({ of, onChanged }: { of: ApiKey; onChanged(): void }) {
  const { t, format } = useTexts();
  const { recado, key: mine } = useAccount();
  const mayWrite = useScope("keys:write");
  const words = t.settings.keys;
  const revoke = useMutation(() => recado.apiKeys.revoke({ key_id: of.id }), onChanged);
  const state = stateOf(of, Date.now());
  const isMine = of.id === mine.id;
  const instant = (at: string | null) => (at === null ? words.never : format.instant(at));
  return (
    <tr>
      <td class="name">
        {of.name}
        <div class="hint">
          <code>{of.prefix}…</code>
          {isMine && <> · {words.yours}</>}
        </div>
      </td>
      <td>
        <Scopes of={of} />
      </td>
      <td>{instant(of.last_used_at)}</td>
      <td>{instant(of.expires_at)}</td>
      <td>
        <span class={`status key-${state}`}>{words[state]}</span>
        {mayWrite && state === "active" && mayRevoke(mine, of) && (
          <div class="under">
            <ConfirmButton label={words.revoke} action={revoke}>
              <p>{words.revokeSure(of.name)}</p>
              {isMine && <p class="refusal">{words.revokeYours}</p>}
            </ConfirmButton>
          </div>
        )}
      </td>
    </tr>
  );
}

function Scopes({ of: { scopes } }: { of: ApiKey }) {
  const { t, format } = useTexts();
  const { areas, verbs, scopeCount } = t.settings.keys;
  return (
    <details>
      <summary>{scopeCount(format.number(scopes.length), format.number(SCOPES.length))}</summary>
      <ul class="ids">
        {byArea(scopes).map(({ area, scopes: its }) => (
          <li key={area}>
            {(areas as Record<string, string>)[area] ?? area}:{" "}
            {its.map((scope) => (verbs as Record<string, string>)[verbOf(scope)] ?? scope).join(", ")}
          </li>
        ))}
      </ul>
    </details>
  );
}
