import type { UsageRow } from "../../../../client";
import { DataTable } from "../../../design/data-table";
import { useTexts } from "../texts/language";
import { deliveryOf } from "../parts/outcomes";
import { State } from "../parts/state";
import type { QueryResult } from "../service/use-query";
import { countsIn } from "./slots";

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
export function UsageTable({ title, hint, name, result, linkOf }: Props) {
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
