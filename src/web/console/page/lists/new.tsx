import { ArrowLeft } from "lucide";
import { useLocation } from "preact-iso";
import { useEffect, useRef } from "preact/hooks";
import type { Channel, Purpose } from "../../../../client";
import { Icon } from "../../../design/icon";
import { useTexts } from "../texts/language";
import { Failure } from "../parts/failure";
import { Field } from "../parts/field";
import { Heading } from "../parts/heading";
import { Restored } from "../parts/restored";
import { useAccount } from "../service/signed-in";
import { useMutation } from "../service/use-mutation";
import { useDraft } from "../service/use-draft";
import { SuppressionChoice } from "./channels";
import { useNameFault } from "./use-name-fault";

interface Entered {
  name: string;
  type: "default" | "blacklist";
  channels: Channel[];
  purposes: Purpose[];
}

const EMPTY: Entered = {
  ...{ name: "", type: "default" },
  channels: ["sms", "rcs", "voice"],
  purposes: ["otp", "transactional", "marketing"],
};

export function NewList() {
  const { t } = useTexts();
  const nameFault = useNameFault();
  const { recado } = useAccount();
  const { route } = useLocation();
  const draft = useDraft<Entered>("list new", EMPTY);
  const { name, type, channels, purposes } = draft.value;
  const action = useMutation(
    () =>
      type === "default"
        ? recado.contactLists.create({ name: name.trim(), type })
        : recado.contactLists.create({ name: name.trim(), type, channels, purposes }),
    ({ id }) => {
      draft.discard();
      route(`/console/lists/${id}`, true);
    },
  );
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <>
      <a class="back" href="/console/lists">
        <Icon of={ArrowLeft} />
        {t.lists.back}
      </a>
      <Heading name={t.lists.create} />
      <form
        class="card contact-form"
        onSubmit={(event) => {
          event.preventDefault();
          void action.run();
        }}
      >
        <Restored draft={draft} />
        <Field label={t.lists.name} fault={nameFault(action.failure)}>
          <input
            ref={first}
            required
            pattern=".*\S.*"
            maxLength={120}
            autocomplete="off"
            value={name}
            onInput={(event) => draft.change({ name: event.currentTarget.value })}
          />
        </Field>
        <fieldset class="options">
          <legend>{t.lists.kind}</legend>
          {(["default", "blacklist"] as const).map((one) => (
            <label key={one}>
              <input
                type="radio"
                name="type"
                checked={type === one}
                onChange={() => draft.change({ type: one })}
              />{" "}
              {t.lists.kinds[one]}
            </label>
          ))}
          <span class="hint">{t.lists.kindHints[type]}</span>
        </fieldset>
        {type === "blacklist" && <SuppressionChoice {...{ channels, purposes }} onChange={draft.change} />}
        <Failure of={action.failure} except={["name"]} />
        <div class="choices">
          <button type="submit" class="btn btn-primary" disabled={action.busy}>
            {t.lists.submit}
          </button>
          <button
            type="button"
            onClick={() => {
              draft.discard();
              route("/console/lists");
            }}
          >
            {t.state.cancel}
          </button>
        </div>
      </form>
    </>
  );
}
