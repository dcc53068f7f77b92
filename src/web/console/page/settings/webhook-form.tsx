import { useState } from "preact/hooks";
import type { CreateWebhookRequest, Webhook } from "../../../../client";
import { useTexts } from "../texts/language";
import { Failure, useFieldFault } from "../parts/failure";
import { Field } from "../parts/field";
import type { Action } from "../service/use-action";

export type Chosen = Required<CreateWebhookRequest>;
type EventType = Chosen["event_types"][number];

interface Props {
  /** What it is now; left out for a new one. */
  webhook?: Webhook;
  /** What the button says. */
  submit: string;
  action: Action<[Chosen]>;
}

/** Where events are posted, which, and what for. */
export function WebhookForm({ webhook, submit, action }: Props) {
  const { t } = useTexts();
  const fieldFault = useFieldFault();
  const [fault, setFault] = useState<string | null>(null);
  const words = t.settings.webhooks;
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const event_types = form.getAll("event_types") as EventType[];
    if (event_types.length === 0) return setFault(words.noEvents);
    setFault(null);
    const description = (form.get("description") as string).trim();
    void action.run({
      url: (form.get("url") as string).trim(),
      description: description === "" ? null : description,
      event_types,
    });
  };
  const eventFault = fault ?? fieldFault(action.failure, "event_types");
  // Types that this page does not know yet stay with the endpoint that has them.
  const types = new Set([...Object.keys(t.settings.events), ...(webhook?.event_types ?? [])]);
  const hears = (type: string) => webhook?.event_types.includes(type) ?? type === "message_update";
  return (
    <form class="narrow" onSubmit={send}>
      <Field label={words.url} hint={words.urlHint} fault={fieldFault(action.failure, "url")}>
        <input name="url" type="url" required maxLength={2_048} defaultValue={webhook?.url ?? ""} />
      </Field>
      <Field label={words.description} fault={fieldFault(action.failure, "description")}>
        <input name="description" maxLength={255} defaultValue={webhook?.description ?? ""} />
      </Field>
      <fieldset>
        <legend>{words.events}</legend>
        {[...types].map((type) => (
          <label key={type}>
            <input type="checkbox" name="event_types" value={type} defaultChecked={hears(type)} />{" "}
            {(t.settings.events as Record<string, string>)[type] ?? type}
          </label>
        ))}
        {eventFault !== null && (
          <span class="refusal" role="alert">
            {eventFault}
          </span>
        )}
      </fieldset>
      <Failure of={action.failure} except={["url", "description", "event_types"]} />
      <button type="submit" class="first" disabled={action.busy}>
        {submit}
      </button>
    </form>
  );
}
