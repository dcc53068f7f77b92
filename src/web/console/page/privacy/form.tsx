import { useState } from "preact/hooks";
import type { PrivacyRequest } from "../../../../client";
import { limits } from "../../../../../generated/server/values";
import { Dialog } from "../../../design/dialog";
import { useToast } from "../../../design/toast";
import { useFieldFault } from "../parts/state";
import { Form, InputField, OneChoice } from "../parts/form";
import { useMutation } from "../service/hooks";
import { useTexts } from "../texts/language";
import { isSameNumber } from "./rules";
import { usePrivacyTexts } from "./texts";

interface Props {
  /** Initial phone number; empty for none. */
  phone: string;
  kind: PrivacyRequest["kind"];
  onClose(): void;
  onSaved(): void;
}

/** Shows the dialog that requests an export or an erasure. The user types the number of an erasure twice. */
export function PrivacyDialog({ phone: initialPhone, kind: initialKind, onClose, onSaved }: Props) {
  const { t } = useTexts();
  const words = usePrivacyTexts();
  const showToast = useToast();
  const faultOf = useFieldFault();
  const [phone, setPhone] = useState(initialPhone);
  const [kind, setKind] = useState(initialKind);
  const [confirmation, setConfirmation] = useState("");
  const [differs, setDiffers] = useState(false);
  const action = useMutation(
    (recado) => recado.privacy.createRequest({ phone, kind }),
    () => {
      showToast({ text: words.created[kind] });
      onSaved();
    },
  );
  const number = {
    type: "tel",
    autocomplete: "off",
    required: true,
    maxLength: limits.PhoneNumberInput.maxLength,
  } as const;
  return (
    <Dialog title={words.create} closeLabel={t.menu.close} onClose={onClose}>
      <Form
        action={action}
        except={["phone"]}
        submit={words.submit[kind]}
        onSubmit={() => {
          const isUnconfirmed = kind === "erasure" && !isSameNumber(phone, confirmation);
          setDiffers(isUnconfirmed);
          if (!isUnconfirmed) void action.run();
        }}
        onCancel={onClose}
        isDialog
      >
        <InputField
          {...number}
          label={t.contacts.phone}
          hint={t.contacts.phoneHint}
          fault={faultOf(action.failure, "phone")}
          value={phone}
          onValue={setPhone}
        />
        <OneChoice
          legend={words.kind}
          name="kind"
          words={words.kinds}
          chosen={kind}
          hint={words.kindHints[kind]}
          onChoose={(chosen) => setKind(chosen)}
        />
        {kind === "erasure" && (
          <InputField
            {...number}
            label={words.confirmation}
            fault={differs ? words.differs : null}
            value={confirmation}
            onValue={setConfirmation}
          />
        )}
      </Form>
    </Dialog>
  );
}
