import { Heading } from "../parts/resource-page";
import { useAccount } from "../service/hooks";
import { byArea, verbName } from "../settings/key-scopes";
import { useTexts, wordFor } from "../texts/language";

/** Replaces the overview if the console has no page for any permission of the key. */
export function NoPages() {
  const { t, format } = useTexts();
  const { scopes } = useAccount().key;
  const words = t.settings.keys;
  const uses = byArea(scopes).map(
    ({ area, scopes: its }) =>
      `${wordFor(words.areas, area)} (${its.map((scope) => verbName(scope, words.verbs)).join(", ")})`,
  );
  return (
    <>
      <div class="head">
        <Heading name={t.menu.overview} />
      </div>
      <section class="card">
        <p>{t.overview.noPages.uses(format.list(uses))}</p>
        <p class="hint">{t.overview.noPages.hint}</p>
      </section>
    </>
  );
}
