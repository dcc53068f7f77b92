import type { UsageRow } from "../../../../client";
import { DataTable } from "../../../design/data-table";
import { useTexts } from "../texts/language";
import { deliveryOf } from "../parts/outcomes";
import { State } from "../parts/state";
import { type QueryResult, useQuery } from "../service/hooks";
import { countsIn, spanOf, startOf } from "./slots";
import { addressOf } from "../parts/pages";

interface Props {
  title: string;
  hint?: string;
  /** Heading of the column with the rows' labels. */
  name: string;
  /** Rows of the table. After a failed request, the error is shown above the previous rows. */
  result: QueryResult<readonly UsageRow[]>;
  /** Returns the label of a row and the address of its messages. */
  linkOf(row: UsageRow): { words: string; href: string };
}

/** Shows count, delivery rate and cost of each row's messages. The row's label links to the messages. */
function UsageTable({ title, hint, name, result, linkOf }: Props) {
  const { t, format } = useTexts();
  return (
    <section class="card">
      <h2>{title}</h2>
      {hint !== undefined && <p class="hint mb-2">{hint}</p>}
      <State result={result} />
      {result.value !== null && (
        <DataTable
          label={title}
          rows={result.value}
          idOf={(row) => linkOf(row).words}
          columns={[
            {
              name,
              isTitle: true,
              cell(row) {
                const { words, href } = linkOf(row);
                return (
                  <a class="hover:underline" href={href}>
                    {words}
                  </a>
                );
              },
            },
            { name: t.menu.messages, isNumber: true, cell: ({ total }) => format.number(total) },
            {
              name: t.rates.delivered,
              isNumber: true,
              cell(row) {
                const { share } = deliveryOf(countsIn([row]));
                return share === null ? "—" : format.share(share);
              },
            },
            { name: t.campaigns.cost, isNumber: true, cell: ({ price }) => format.money(price) },
          ]}
        />
      )}
    </section>
  );
}

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
