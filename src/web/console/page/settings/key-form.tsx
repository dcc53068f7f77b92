import { useState } from "preact/hooks";
import type { ApiKeyScope, ApiKeyWithSecret, CreateApiKeyRequest } from "../../../../client";
import { useTexts } from "../texts/language";
import { Failure, useFieldFault } from "../parts/failure";
import { Field } from "../parts/field";
import { fromLocal, zoneAt } from "../parts/local-time";
import { useAccount } from "../service/signed-in";
import { useAction } from "../service/use-action";
import { byArea, SCOPES, verbOf } from "./rules";

/** A new key, which may what this one may at most. */
export function KeyForm({ onMade }: { onMade(key: ApiKeyWithSecret): void }) {
  const { t } = useTexts();
  const fieldFault = useFieldFault();
  const { recado, key: mine } = useAccount();
  const words = t.settings.keys;
  const [chosen, setChosen] = useState<readonly ApiKeyScope[]>([]);
  const [expires, setExpires] = useState("");
  const [faults, setFaults] = useState<{ scopes?: string; expires?: string }>({});
  const create = useAction((request: CreateApiKeyRequest) => recado.apiKeys.create(request), onMade);
  const grantable = SCOPES.filter((scope) => mine.scopes.includes(scope));
  const at = fromLocal(expires);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const name = new FormData(event.currentTarget as HTMLFormElement).get("name") as string;
    const isPast = at !== null && Date.parse(at) <= Date.now();
    const found = {
      ...(chosen.length === 0 ? { scopes: words.noScopes } : {}),
      ...(isPast ? { expires: words.past } : {}),
    };
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    void create.run({ name, scopes: [...chosen], ...(at === null ? {} : { expires_at: at }) });
  };
  return (
    <form class="narrow" onSubmit={submit}>
      <Field label={words.name} hint={words.nameHint} fault={fieldFault(create.failure, "name")}>
        <input name="name" required maxLength={120} />
      </Field>
      <ScopeChoice
        {...{ chosen, grantable }}
        onChosen={setChosen}
        fault={faults.scopes ?? fieldFault(create.failure, "scopes")}
      />
      <Field
        label={words.expires}
        hint={words.expiresHint(zoneAt(new Date(at ?? Date.now())))}
        fault={faults.expires ?? fieldFault(create.failure, "expires_at")}
      >
        <input
          type="datetime-local"
          value={expires}
          onInput={(event) => setExpires(event.currentTarget.value)}
        />
      </Field>
      <Failure of={create.failure} except={["name", "scopes", "expires_at"]} />
      <button type="submit" class="first" disabled={create.busy}>
        {words.save}
      </button>
    </form>
  );
}

interface ChoiceProps {
  chosen: readonly ApiKeyScope[];
  grantable: readonly ApiKeyScope[];
  fault: string | null;
  onChosen(scopes: readonly ApiKeyScope[]): void;
}

function ScopeChoice({ chosen, grantable, fault, onChosen }: ChoiceProps) {
  const { t } = useTexts();
  const words = t.settings.keys;
  const [areas, verbs] = [words.areas as Record<string, string>, words.verbs as Record<string, string>];
  const toggle = (scope: ApiKeyScope, isOn: boolean) =>
    onChosen(isOn ? [...chosen, scope] : chosen.filter((one) => one !== scope));
  return (
    <fieldset>
      <legend>{words.scopes}</legend>
      <button type="button" class="plain" onClick={() => onChosen(grantable)}>
        {words.all}
      </button>
      {byArea(SCOPES).map(({ area, scopes }) => (
        <div class="scopes" key={area} role="group" aria-label={areas[area] ?? area}>
          <span>{areas[area] ?? area}</span>
          {scopes.map((scope) => (
            <label key={scope}>
              <input
                type="checkbox"
                checked={chosen.includes(scope)}
                disabled={!grantable.includes(scope)}
                onChange={(event) => toggle(scope, event.currentTarget.checked)}
              />{" "}
              {verbs[verbOf(scope)] ?? scope}
            </label>
          ))}
        </div>
      ))}
      {grantable.length < SCOPES.length && <span class="hint">{words.mayNot}</span>}
      {fault !== null && (
        <span class="refusal" role="alert">
          {fault}
        </span>
      )}
    </fieldset>
  );
}
