import { MAX_NAME_LENGTH } from "../../../../platform/text";
import { useState } from "preact/hooks";
import type { ApiKeyScopeInput, ApiKeyWithSecret, CreateApiKeyRequest } from "../../../../client";
import { useTexts, wordFor } from "../texts/language";
import { useFieldFault } from "../parts/failure";
import { InputField, Checkbox, FaultText } from "../parts/field";
import { Form } from "../parts/form";
import { fromLocal, zoneAt } from "../parts/local-time";
import { useAccount } from "../service/signed-in";
import { useMutation } from "../service/use-mutation";
import { byArea, isRead, isSameChoice, presetsFor, SCOPES, verbName } from "./rules";

interface Props {
  onMade(key: ApiKeyWithSecret): void;
  onCancel(): void;
}

/** Creates an API key in a dialog. A new key can have only scopes that the current key has. */
export function KeyForm({ onMade, onCancel }: Props) {
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

/** Offers the scopes by area, with presets. Read scopes have a separate column. */
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
