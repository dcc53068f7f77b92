import { addressOf } from "../parts/pages";
import { useQuery } from "../service/use-query";
import { useTexts } from "../texts/language";
import { spanOf, startOf } from "./slots";
import { UsageTable } from "./usage-table";

const POLL_MS = 10_000;
/** Maximum number of tags shown. The most used tags are shown. */
const SHOWN = 10;

/** Shows messages, delivery and cost by purpose in the period; hidden if all messages are transactional. */
export function Purposes({ days }: { days: number }) {
  const { t } = useTexts();
  const span = spanOf(days, new Date());
  const result = useQuery(
    `purposes ${span.from}`,
    async (recado) => (await recado.usage.get({ group_by: "purpose", from: span.from })).data,
    { everyMs: POLL_MS },
  );
  const { value, failure } = result;
  const hasOthers = value?.some(({ purpose }) => purpose !== "transactional") ?? failure !== null;
  if (!hasOthers) return null;
  return (
    <UsageTable
      title={t.overview.purposes}
      name={t.messages.purpose}
      result={result}
      linkOf={({ purpose = "transactional" }) => ({
        words: t.purpose[purpose],
        href: addressOf("/console/messages", { purpose, from: startOf(span) }),
      })}
    />
  );
}

/** Shows messages, delivery and cost by tag in a period of UTC days; hidden if no message has a tag. */
export function Tags({ days }: { days: number }) {
  const { t } = useTexts();
  const span = spanOf(days, new Date());
  const result = useQuery(`usage tag ${span.from}`, async (recado) => {
    const { data } = await recado.usage.get({ group_by: "tag", from: span.from });
    return data.sort((a, b) => b.total - a.total).slice(0, SHOWN);
  });
  const { value, failure } = result;
  if (value === null ? failure === null : value.length === 0) return null;
  return (
    <UsageTable
      title={t.tags.name}
      hint={t.tags.usageHint}
      name={t.tags.one}
      result={result}
      linkOf={({ tag = "" }) => ({
        words: tag,
        href: addressOf("/console/messages", { tag, from: startOf(span) }),
      })}
    />
  );
}
