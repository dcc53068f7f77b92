import type { SendingRule } from "../../../../client";
import { Heading } from "../parts/heading";
import { State } from "../parts/state";
import { useAccount } from "../service/signed-in";
import { useQuery } from "../service/use-query";
import { useTexts } from "../texts/language";
import { summaryOf } from "./rule-summary";
import { useRuleTexts } from "./rule-texts";

export const RULES_PATH = "/console/settings/sending-rules";

/** Lists the three rules, each with its restrictions in one line. */
export function SendingRulesPage() {
  const { t } = useTexts();
  const { recado } = useAccount();
  const words = useRuleTexts();
  const result = useQuery("sending rules", (signal) => recado.sendingRules.list({}, { signal }));
  return (
    <>
      <Heading name={t.settings.tabs.rules} />
      <p class="hint mb-4">{words.intro}</p>
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
  return (
    <section class="card narrow" aria-label={t.purpose[rule.purpose]}>
      <h2>
        <a href={`${RULES_PATH}/${rule.purpose}`}>{t.purpose[rule.purpose]}</a>
      </h2>
      <p>{summaryOf(rule, words, format)}</p>
      {rule.updated_at !== null && <p class="hint">{format.instant(rule.updated_at)}</p>}
    </section>
  );
}
