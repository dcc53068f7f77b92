import type { UsageRow } from "../../../../client";
import { useTexts } from "../texts/language";
import { deliveryOf } from "../parts/outcomes";
import { addressOf } from "../parts/pages";
import { useAccount } from "../service/signed-in";
import { useQuery } from "../service/use-query";
import { countsIn, spanOf, startOf } from "./slots";
import { Part } from "./parts";

const POLL_MS = 10_000;

/** Lists the messages of a period of days by purpose. Hidden if all of them are transactional. */
export function Purposes({ days }: { days: number }) {
  const { t, format } = useTexts();
  const { recado } = useAccount();
  const span = spanOf(days, new Date());
  const result = useQuery(
    `purposes ${span.from}`,
    async (signal) => (await recado.usage.get({ group_by: "purpose", from: span.from }, { signal })).data,
    { everyMs: POLL_MS },
  );
  const rows = result.value ?? [];
  const isEmpty = rows.every(({ purpose }) => purpose === "transactional");
  const shareOf = (row: UsageRow) => {
    const { share } = deliveryOf(countsIn([row]));
    return share === null ? "—" : format.share(share);
  };
  return (
    <Part title={t.overview.purposes} result={result} isEmpty={isEmpty}>
      {rows.map((row) => {
        const purpose = row.purpose ?? "transactional";
        return (
          <li key={purpose}>
            <a class="line" href={addressOf("/console/messages", { purpose, from: startOf(span) })}>
              {t.purpose[purpose]}
            </a>
            <span class="hint">
              {t.overview.messages}: {format.number(row.total)} · {t.rates.delivered}: {shareOf(row)} ·{" "}
              {t.overview.cost}: {format.money(row.price)}
            </span>
          </li>
        );
      })}
    </Part>
  );
}
