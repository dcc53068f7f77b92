import { enums } from "../../../../../generated/server/values";
import { MAX_NAME_LENGTH } from "../../../../platform/text";
import { useLocation } from "preact-iso";
import type { Channel, Purpose } from "../../../../client";
import { useTexts } from "../texts/language";
import { Back, Heading } from "../parts/resource-page";
import { useMutation } from "../service/hooks";
import { useDraft } from "../service/use-draft";
import { SuppressionChoice, useNameFault } from "./fields";
import { Form, InputField, OneChoice } from "../parts/form";

interface Entered {
  name: string;
  type: "default" | "blacklist";
  channels: Channel[];
  purposes: Purpose[];
}

const EMPTY: Entered = {
  name: "",
  type: "default",
  channels: [...enums.Channel],
  purposes: [...enums.Purpose],
};

export function NewList() {
  const { t } = useTexts();
  const nameFault = useNameFault();
  const { route } = useLocation();
  const draft = useDraft<Entered>("list new", EMPTY);
  const { name, type, channels, purposes } = draft.value;
  const action = useMutation(
    (recado) =>
      type === "default"
        ? recado.contactLists.create({ name: name.trim(), type })
        : recado.contactLists.create({ name: name.trim(), type, channels, purposes }),
    ({ id }) => {
      draft.discard();
      route(`/console/lists/${id}`, true);
    },
  );
  return (
    <>
      <Back href="/console/lists" text={t.lists.back} />
      <Heading name={t.lists.create} />
      <Form
        class="card narrow"
        draft={draft}
        action={action}
        except={["name"]}
        submit={t.lists.submit}
        onSubmit={() => void action.run()}
        onCancel={() => {
          draft.discard();
          route("/console/lists");
        }}
        takesFocus
      >
        <InputField
          label={t.common.name}
          value={name}
          fault={nameFault(action.failure)}
          required
          pattern={".*\\S.*"}
          maxLength={MAX_NAME_LENGTH}
          autocomplete="off"
          onValue={(entered) => draft.change({ name: entered })}
        />
        <OneChoice
          legend={t.lists.kind}
          name="type"
          words={t.lists.kinds}
          hint={t.lists.kindHints[type]}
          chosen={type}
          onChoose={(chosen) => draft.change({ type: chosen })}
        />
        {type === "blacklist" && (
          <SuppressionChoice channels={channels} purposes={purposes} onChange={draft.change} />
        )}
      </Form>
    </>
  );
}
