import { limits } from "../../../../../generated/server/values";
import { MAX_NAME_LENGTH } from "../../../../platform/text";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Contact } from "../../../../client";
import { useTexts } from "../texts/language";
import { blames, useFieldFault } from "../parts/state";
import type { Mutation } from "../service/hooks";
import { useDraft } from "../service/use-draft";
import { attributesOf, faultsIn, type Variable, variablesOf } from "./rules";
import { Variables } from "./variables";
import { InputField } from "../parts/field";
import { Form } from "../parts/form";

export type Entered = Pick<Contact, "phone" | "name" | "attributes">;

interface Props {
  initial: Entered;
  /** Part of the key under which the browser stores the draft; unique per form. */
  place: string;
  /** Saves the input. `base` is the input without the user's changes. */
  action: Mutation<[entered: Entered, base: Entered]>;
  submit: string;
  onCancel(): void;
  /** Notice below the phone number. */
  phoneNotice?: ComponentChildren;
  /** Whether the last successful run of `action` saved the input. If not, the draft stays. Default: true. */
  wasSaved?(): boolean;
}

interface Fields {
  phone: string;
  name: string;
  variables: Variable[];
}

export function ContactForm({
  initial,
  place,
  action,
  submit,
  onCancel,
  phoneNotice,
  wasSaved = () => true,
}: Props) {
  const { t } = useTexts();
  const fieldFault = useFieldFault();
  const draft = useDraft<Fields>(`contact ${place}`, {
    phone: initial.phone,
    name: initial.name ?? "",
    variables: variablesOf(initial.attributes),
  });
  const { phone, name, variables } = draft.value;
  const [isTried, setTried] = useState(false);
  const faults = faultsIn(variables);
  const save = () => {
    setTried(true);
    if (faults.size > 0) return;
    void action
      .run(enteredIn(draft.value), enteredIn(draft.base))
      .then((worked) => worked && wasSaved() && draft.discard());
  };
  return (
    <Form
      class="card narrow"
      draft={draft}
      action={action}
      except={["phone", "name"]}
      submit={submit}
      onSubmit={save}
      onCancel={() => {
        draft.discard();
        onCancel();
      }}
      takesFocus
    >
      <InputField
        label={t.contacts.phone}
        hint={t.contacts.phoneHint}
        value={phone}
        type="tel"
        required
        maxLength={limits.PhoneNumberInput.maxLength}
        autocomplete="off"
        fault={phoneFault(action.failure, t.contacts)}
        onValue={(entered) => draft.change({ phone: entered })}
      />
      {phoneNotice}
      <InputField
        label={t.common.name}
        value={name}
        maxLength={MAX_NAME_LENGTH}
        autocomplete="off"
        fault={fieldFault(action.failure, "name")}
        onValue={(entered) => draft.change({ name: entered })}
      />
      <Variables
        of={variables}
        faults={isTried ? faults : new Map()}
        onChange={(entered) => draft.change({ variables: entered })}
      />
    </Form>
  );
}

const enteredIn = ({ phone, name, variables }: Fields): Entered => ({
  phone: phone.trim(),
  name: name.trim() === "" ? null : name.trim(),
  attributes: attributesOf(variables),
});

function phoneFault(failure: unknown, t: { phoneTaken: string; phoneInvalid: string }): string | null {
  if (!blames(failure, "phone")) return null;
  return (failure as { status: number }).status === 409 ? t.phoneTaken : t.phoneInvalid;
}
