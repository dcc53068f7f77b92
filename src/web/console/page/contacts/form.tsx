import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Contact } from "../../../../client";
import { useTexts } from "../texts/language";
import { blames, Failure, useFieldFault } from "../parts/failure";
import { Field } from "../parts/field";
import { Restored } from "../parts/restored";
import type { Mutation } from "../service/use-mutation";
import { useDraft } from "../service/use-draft";
import { attributesOf, faultsIn, type Variable, variablesOf } from "./rules";
import { Variables } from "./variables";

export type Entered = Pick<Contact, "phone" | "name" | "attributes">;

interface Props {
  initial: Entered | null;
  /** Key under which the browser stores the draft. */
  place: string;
  action: Mutation<[Entered]>;
  submit: string;
  onCancel(): void;
  /** Notice below the phone number. */
  phoneNotice?: ComponentChildren;
  /** Whether the last successful run saved the input. Default: true. */
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
    phone: initial?.phone ?? "",
    name: initial?.name ?? "",
    variables: variablesOf(initial?.attributes ?? {}),
  });
  const { phone, name, variables } = draft.value;
  const [isTried, setTried] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const faults = faultsIn(variables);
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (faults.size > 0) return;
    void action
      .run({
        phone: phone.trim(),
        name: name.trim() === "" ? null : name.trim(),
        attributes: attributesOf(variables),
      })
      .then((worked) => worked && wasSaved() && draft.discard());
  };
  return (
    <form class="card contact-form" onSubmit={save}>
      <Restored draft={draft} />
      <Field
        label={t.contacts.phone}
        hint={t.contacts.phoneHint}
        fault={phoneFault(action.failure, t.contacts)}
      >
        <input
          ref={first}
          type="tel"
          required
          maxLength={64}
          autocomplete="off"
          value={phone}
          onInput={(event) => draft.change({ phone: event.currentTarget.value })}
        />
      </Field>
      {phoneNotice}
      <Field label={t.contacts.name} fault={fieldFault(action.failure, "name")}>
        <input
          maxLength={120}
          autocomplete="off"
          value={name}
          onInput={(event) => draft.change({ name: event.currentTarget.value })}
        />
      </Field>
      <Variables
        of={variables}
        faults={isTried ? faults : new Map()}
        onChange={(entered) => draft.change({ variables: entered })}
      />
      <Failure of={action.failure} except={["phone", "name"]} />
      <div class="choices">
        <button type="submit" class="btn btn-primary" disabled={action.busy}>
          {submit}
        </button>
        <button
          type="button"
          onClick={() => {
            draft.discard();
            onCancel();
          }}
        >
          {t.state.cancel}
        </button>
      </div>
    </form>
  );
}

function phoneFault(failure: unknown, t: { phoneTaken: string; phoneInvalid: string }): string | null {
  if (!blames(failure, "phone")) return null;
  return (failure as { status: number }).status === 409 ? t.phoneTaken : t.phoneInvalid;
}
