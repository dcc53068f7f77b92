import { addressOf } from "../parts/pages";
import { useAccount } from "../service/signed-in";
import { useQuery } from "../service/use-query";
import { useTexts } from "../texts/language";
import { spanOf, startOf } from "./slots";
import { UsageTable } from "./usage-table";

const POLL_MS = 10_000;

/**
 * Shows messages, delivery and cost by purpose in a period of days; hidden if all messages are transactional.
 */
export function Purposes({ days }: { days: number }) {
  const { t } = useTexts();
  const { recado } = useAccount();
  const span = spanOf(days, new Date());
  const result = useQuery(
    `purposes ${span.from}`,
    async (signal) => (await recado.usage.get({ group_by: "purpose", from: span.from }, { signal })).data,
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
