import { deliveryOf } from "../parts/outcomes";
import { addressOf } from "../parts/pages";
import { Table } from "../parts/table";
import { useAccount } from "../service/signed-in";
import { useQuery } from "../service/use-query";
import { useTexts } from "../texts/language";
import { countsIn, spanOf } from "./slots";

/** Number of tags shown, those with the most messages. */
const SHOWN = 10;

/** Messages, delivery and cost by tag in the period, in UTC days; hidden if no message has a tag. */
export function Tags({ days }: { days: number }) {
  const { t, format } = useTexts();
  const { recado } = useAccount();
  const from = spanOf(days, new Date()).from.slice(0, "2026-01-31".length);
  const result = useQuery(`usage tag ${from}`, async (signal) => {
    const { data } = await recado.usage.get({ group_by: "tag", from }, { signal });
    return data.sort((a, b) => b.total - a.total).slice(0, SHOWN);
  });
  const rows = result.value ?? [];
  if (rows.length === 0) return null;
  const { messages, cost } = t.overview;
  return (
    <section class="card mb-4" aria-label={t.tags.name}>
      <h2>{t.tags.name}</h2>
      <p class="hint mb-2">{t.tags.usageHint}</p>
      <Table label={t.tags.name} columns={[t.tags.one, ...[messages, t.rates.delivered, cost].map(asNumber)]}>
        {rows.map((row) => {
          const { tag = "", total, price } = row;
          const { share } = deliveryOf(countsIn([row]));
          return (
            <tr key={tag}>
              <th scope="row">
                <a class="link" href={addressOf("/console/messages", { tag, from: `${from}T00:00:00Z` })}>
                  {tag}
                </a>
              </th>
              <td class="number">{format.number(total)}</td>
              <td class="number">{share === null ? "—" : format.share(share)}</td>
              <td class="number">{format.money(price)}</td>
            </tr>
          );
        })}
      </Table>
    </section>
  );
}

const asNumber = (name: string) => ({ name, isNumber: true }) as const;
