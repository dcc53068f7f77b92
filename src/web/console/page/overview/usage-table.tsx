import type { UsageRow } from "../../../../client";
import { useTexts } from "../texts/language";
import { deliveryOf } from "../parts/outcomes";
import { State } from "../parts/state";
import { Table } from "../parts/table";
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
  const numbers = [t.menu.messages, t.rates.delivered, t.campaigns.cost];
  const columns = [name, ...numbers.map((column) => ({ name: column, isNumber: true }) as const)];
  return (
    <section class="card">
      <h2>{title}</h2>
      {hint !== undefined && <p class="hint mb-2">{hint}</p>}
      <State result={result} />
      {result.value !== null && (
        <Table label={title} columns={columns}>
          {result.value.map((row) => {
            const { words, href } = linkOf(row);
            const { share } = deliveryOf(countsIn([row]));
            return (
              <tr key={words}>
                <th scope="row">
                  <a class="hover:underline" href={href}>
                    {words}
                  </a>
                </th>
                <td class="number">{format.number(row.total)}</td>
                <td class="number">{share === null ? "—" : format.share(share)}</td>
                <td class="number">{format.money(row.price)}</td>
              </tr>
            );
          })}
        </Table>
      )}
    </section>
  );
}
