import { limits } from "../../../../../generated/server/values";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { CreateWebhookRequest, Webhook } from "../../../../client";
import { useTexts } from "../texts/language";
import { useFieldFault } from "../parts/state";
import { Choices, Form, InputField } from "../parts/form";
import type { Mutation } from "../service/hooks";
import type { Draft } from "../service/use-draft";

type Request = Required<CreateWebhookRequest>;
type EventType = Request["event_types"][number];

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

export const requestOf = ({ url, description, event_types }: WebhookDraft): Request => ({
  url: url.trim(),
  description: description.trim() || null,
  event_types,
});

interface Props {
  draft: Draft<WebhookDraft>;
  submit: string;
  action: Pick<Mutation<[]>, "busy" | "failure" | "forget">;
  onSubmit(): void;
  onCancel(): void;
  /** Content above the submit button. */
  children?: ComponentChildren;
}

/** Shows the form that creates or edits a webhook, in a dialog. */
export function WebhookForm({ draft, submit, action, onSubmit, onCancel, children }: Props) {
  const { t } = useTexts();
  const fieldFault = useFieldFault();
  const [fault, setFault] = useState<string | null>(null);
  const words = t.settings.webhooks;
  const { url, description, event_types } = draft.value;
  const send = () => {
    if (event_types.length === 0) return setFault(words.noEvents);
    setFault(null);
    onSubmit();
  };
  // Event types of the endpoint that are unknown here. The form lists them too, so that a save keeps them.
  const unknown = event_types.filter((type) => !Object.hasOwn(t.settings.events, type));
  return (
    <Form
      draft={draft}
      action={action}
      submit={submit}
      onSubmit={send}
      onCancel={() => {
        draft.discard();
        action.forget();
        onCancel();
      }}
      isDialog
      except={["url", "description", "event_types"]}
    >
      <InputField
        label={words.url}
        hint={words.urlHint}
        name="url"
        value={url}
        type="url"
        required
        maxLength={limits.WebhookUrl.maxLength}
        fault={fieldFault(action.failure, "url")}
        onValue={(value) => draft.change({ url: value })}
      />
      <InputField
        label={words.description}
        name="description"
        value={description}
        maxLength={limits.CreateWebhookRequest.description.maxLength}
        fault={fieldFault(action.failure, "description")}
        onValue={(value) => draft.change({ description: value })}
      />
      <Choices
        legend={words.events}
        words={{ ...t.settings.events, ...Object.fromEntries(unknown.map((type) => [type, type])) }}
        chosen={event_types}
        fault={fault ?? fieldFault(action.failure, "event_types")}
        onChange={(types) => draft.change({ event_types: types })}
      />
      {children}
    </Form>
  );
}
