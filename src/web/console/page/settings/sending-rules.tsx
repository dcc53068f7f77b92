import { Pencil } from "lucide";
import type { SendingRule } from "../../../../client";
import { Icon } from "../../../design/icon";
import { ListHead } from "../parts/listing";
import { State } from "../parts/state";
import { When } from "../parts/when";
import { useQuery, useScope } from "../service/hooks";
import { useTexts } from "../texts/language";
import { summaryOf } from "./rule-summary";
import { useRuleTexts } from "./rule-texts";

export const RULES_PATH = "/console/settings/sending-rules";

/** Lists the account's sending rules, one per message purpose, with each rule's restrictions in one line. */
export function SendingRulesPage() {
  const { t } = useTexts();
  const words = useRuleTexts();
  const result = useQuery("sending rules", (recado) => recado.sendingRules.list());
  return (
    <>
      <ListHead title={t.settings.tabs.rules} intro={words.intro} action={null} />
      <State result={result} />
      {result.value?.data.map((rule) => (
        <Rule key={rule.purpose} of={rule} />
      ))}
    </>
  );
}

function Rule({ of: rule }: { of: SendingRule }) {
  const { t, format } = useTexts();
  const words = useRuleTexts();
  const mayWrite = useScope("rules:write");
  const purpose = t.purpose[rule.purpose];
  const address = `${RULES_PATH}/${rule.purpose}`;
  return (
    <section class="card narrow" aria-label={purpose}>
      <div class="mb-1 flex items-center gap-2">
        <h2 class="me-auto">
          <a href={address}>{purpose}</a>
        </h2>
        {rule.updated_at !== null && (
          <span class="hint">
            {words.changed} <When at={rule.updated_at} />
          </span>
        )}
        {mayWrite && (
          <a class="btn btn-ghost btn-sm" href={address} aria-label={`${t.common.edit}: ${purpose}`}>
            <Icon of={Pencil} size={14} />
            {t.common.edit}
          </a>
        )}
      </div>
      <p class={rule.updated_at === null ? "hint" : undefined}>{summaryOf(rule, words, format)}</p>
    </section>
  );
}
