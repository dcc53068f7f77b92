import { CircleCheck, CircleDashed, CircleQuestionMark } from "lucide";
import { useState } from "preact/hooks";
import { Icon } from "../../../design/icon";
import { useAccount, useScope } from "../service/signed-in";
import { useQuery } from "../service/use-query";
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

/** Shows the first steps, and which of them are done, while the account has sent nothing. */
export function FirstSteps() {
  const { t } = useTexts();
  const { recado } = useAccount();
  const [maySend, mayContacts, mayTemplates, mayWebhooks, mayKeys] = [
    useScope("messages:send"),
    useScope("contacts:write"),
    useScope("templates:write"),
    useScope("webhooks:write"),
    useScope("keys:write"),
  ];
  const [seesContacts, seesTemplates, seesWebhooks, seesKeys] = [
    useScope("contacts:read"),
    useScope("templates:read"),
    useScope("webhooks:read"),
    useScope("keys:read"),
  ];
  const [hasSent, setSent] = useState(false);
  const result = useQuery(
    "first steps",
    // A step is null if the key may not read what the step creates.
    async (signal): Promise<[Step, boolean | null][]> => {
      const one = [{ limit: 1 }, { signal }] as const;
      const count = async (list: () => Promise<{ pagination: { total: number } }>) =>
        (await list()).pagination.total;
      const hasOver = async (
        least: number,
        mayRead: boolean,
        list: () => Promise<{ pagination: { total: number } }>,
      ) => (mayRead ? (await count(list)) > least : null);
      if (hasSent || (await count(() => recado.messages.list(...one))) > 0) {
        setSent(true);
        return [];
      }
      const steps: [Step, boolean, () => Promise<boolean | null>][] = [
        ["send", maySend, () => Promise.resolve(false)],
        ["contact", mayContacts, () => hasOver(0, seesContacts, () => recado.contacts.list(...one))],
        ["template", mayTemplates, () => hasOver(0, seesTemplates, () => recado.templates.list(...one))],
        ["webhook", mayWebhooks, () => hasOver(0, seesWebhooks, () => recado.webhooks.list(...one))],
        // The account begins with one key, which the first start of the service shows.
        ["key", mayKeys, () => hasOver(1, seesKeys, () => recado.apiKeys.list(...one))],
      ];
      const offered = steps.filter(([, may]) => may);
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
