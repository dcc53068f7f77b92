import { CircleCheck, CircleDashed, CircleQuestionMark } from "lucide";
import { useState } from "preact/hooks";
import { Icon } from "../../../design/icon";
import { useQuery, useScopes } from "../service/hooks";
import { useTexts } from "../texts/language";

const POLL_MS = 10_000;

type Step = "send" | "contact" | "template" | "webhook" | "key";

const LINKS: Readonly<Record<Step, string>> = {
  send: "/console/send",
  contact: "/console/contacts/new",
  template: "/console/templates/new",
  webhook: "/console/settings/webhooks",
  key: "/console/settings/keys",
};

interface Listed {
  pagination: { total: number };
}

/** Shows the first steps in a new account and whether each is done, until a message has been sent. */
export function FirstSteps() {
  const { t } = useTexts();
  const may = useScopes();
  const [hasSent, setSent] = useState(false);
  const result = useQuery(
    "first steps",
    // The boolean says whether the step is done; null if the key may not read what the step creates.
    async (recado): Promise<[Step, boolean | null][]> => {
      const one = { limit: 1 };
      const count = async (list: () => Promise<Listed>) => (await list()).pagination.total;
      const hasOver = async (least: number, scope: string, list: () => Promise<Listed>) =>
        may(scope) ? (await count(list)) > least : null;
      if (hasSent || (await count(() => recado.messages.list(one))) > 0) {
        setSent(true);
        return [];
      }
      const steps: [Step, scope: string, () => Promise<boolean | null>][] = [
        ["send", "messages:send", () => Promise.resolve(false)],
        ["contact", "contacts:write", () => hasOver(0, "contacts:read", () => recado.contacts.list(one))],
        [
          ...(["template", "templates:write"] as const),
          () => hasOver(0, "templates:read", () => recado.templates.list(one)),
        ],
        ["webhook", "webhooks:write", () => hasOver(0, "webhooks:read", () => recado.webhooks.list(one))],
        // The account begins with one key, from the first start of the service. The step needs a second key.
        ["key", "keys:write", () => hasOver(1, "keys:read", () => recado.apiKeys.list(one))],
      ];
      const offered = steps.filter(([, scope]) => may(scope));
      return Promise.all(offered.map(async ([step, , isDone]) => [step, await isDone()]));
    },
    { everyMs: hasSent ? null : POLL_MS },
  );
  const steps = result.value ?? [];
  if (steps.length === 0) return null;
  return (
    <section class="card first-steps">
      <h2>{t.overview.steps.title}</h2>
      <p class="hint">{t.overview.steps.hint}</p>
      <ol class="rows mt-2">
        {steps.map(([step, isDone]) => (
          <li key={step} class="flex gap-3">
            <span class={`mt-0.5 ${isDone ? "text-success" : "text-quiet"}`}>
              <Icon
                of={isDone === null ? CircleQuestionMark : isDone ? CircleCheck : CircleDashed}
                label={
                  isDone === null
                    ? t.overview.steps.unknown
                    : isDone
                      ? t.overview.steps.done
                      : t.overview.steps.open
                }
              />
            </span>
            <div>
              <a class="font-semibold hover:underline" href={LINKS[step]}>
                {t.overview.steps[step][0]}
              </a>
              <p class="hint">{t.overview.steps[step][1]}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
