import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { CreateWebhookRequest, Webhook } from "../../../../client";
import { useTexts } from "../texts/language";
import { isConflict } from "../parts/conflict";
import { Failure, useFieldFault } from "../parts/failure";
import { Field } from "../parts/field";
import { Restored } from "../parts/restored";
import type { Mutation } from "../service/use-mutation";
import type { Draft } from "../service/use-draft";

export type Chosen = Required<CreateWebhookRequest>;
type EventType = Chosen["event_types"][number];

export interface WebhookDraft {
  url: string;
  description: string;
  event_types: EventType[];
}

export const EMPTY: WebhookDraft = { url: "", description: "", event_types: ["message_update"] };

export const draftOf = ({ url, description, event_types }: Webhook): WebhookDraft => ({
  url,
  description: description ?? "",
  event_types: event_types as EventType[],
});

interface Props {
  draft: Draft<WebhookDraft>;
  submit: string;
  action: Mutation<[Chosen, string | undefined]>;
  /** Content above the submit button. */
  children?: ComponentChildren;
}

export function WebhookForm({ draft, submit, action, children }: Props) {
  const { t } = useTexts();
  const fieldFault = useFieldFault();
  const [fault, setFault] = useState<string | null>(null);
  const words = t.settings.webhooks;
  const { url, description: enteredDescription, event_types } = draft.value;
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    if (event_types.length === 0) return setFault(words.noEvents);
    setFault(null);
    const description = enteredDescription.trim();
    void action.run(
      { url: url.trim(), description: description === "" ? null : description, event_types },
      draft.version,
    );
  };
  const eventFault = fault ?? fieldFault(action.failure, "event_types");
  // The form also lists the endpoint's event types that this page does not know, so that a save keeps them.
  const types = new Set([...Object.keys(t.settings.events), ...event_types]);
  const toggle = (type: EventType, isOn: boolean) =>
    draft.change({ event_types: isOn ? [...event_types, type] : event_types.filter((one) => one !== type) });
  return (
    <form class="narrow" onSubmit={send}>
      <Restored draft={draft} />
      <Field label={words.url} hint={words.urlHint} fault={fieldFault(action.failure, "url")}>
        <input
          name="url"
          type="url"
          required
          maxLength={2_048}
          value={url}
          onInput={(event) => draft.change({ url: event.currentTarget.value })}
        />
      </Field>
      <Field label={words.description} fault={fieldFault(action.failure, "description")}>
        <input
          name="description"
          maxLength={255}
          value={enteredDescription}
          onInput={(event) => draft.change({ description: event.currentTarget.value })}
        />
      </Field>
      <fieldset>
        <legend>{words.events}</legend>
        <div class="options">
          {[...types].map((type) => (
            <label key={type}>
              <input
                type="checkbox"
                name="event_types"
                value={type}
                checked={event_types.includes(type as EventType)}
                onChange={(event) => toggle(type as EventType, event.currentTarget.checked)}
              />{" "}
              {(t.settings.events as Record<string, string>)[type] ?? type}
            </label>
          ))}
        </div>
        {eventFault !== null && (
          <span class="refusal" role="alert">
            {eventFault}
          </span>
        )}
      </fieldset>
      {children}
      {!isConflict(action.failure) && (
        <Failure of={action.failure} except={["url", "description", "event_types"]} />
      )}
      <button type="submit" class="btn btn-primary" disabled={action.busy}>
        {submit}
      </button>
    </form>
  );
}
