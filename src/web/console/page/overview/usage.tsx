import type { UsageRow } from "../../../../client";
import { useTexts } from "../texts/language";
import { DeliveryFigures } from "../parts/delivery-rate";
import { type Counts, OUTCOMES } from "../parts/outcomes";
import { State } from "../parts/state";
import { useAccount, useScope } from "../service/signed-in";
import { useQuery } from "../service/use-query";
import { Chart } from "./chart";
import { byChannel, byOutcome, CHANNELS, spanOf, type Stack } from "./slots";

const POLL_MS = 10_000;
/** Page size of the request that searches for the opt-out list among the blacklists. */
const MAX_LISTS = 1_000;

const sumOf = (rows: readonly UsageRow[], ...names: readonly (keyof UsageRow)[]): number =>
  rows.reduce((sum, row) => sum + names.reduce((all, name) => all + Number(row[name] ?? 0), 0), 0);

export function Usage({ days, stack }: { days: number; stack: Stack }) {
  const { t } = useTexts();
  const { recado } = useAccount();
  const span = spanOf(days, new Date());
  const result = useQuery(
    `usage ${span.by} ${span.from} ${stack}`,
    async (signal) => {
      const load = async (channel?: (typeof CHANNELS)[number]) => {
        const params = { group_by: span.by, from: span.from, ...(channel && { channel: [channel] }) };
        return (await recado.usage.get(params, { signal })).data;
      };
      if (stack === "outcome") {
        const rows = await load();
        return { rows, series: byOutcome(rows, span) };
      }
      const channels = await Promise.all(
        CHANNELS.map(async (channel) => ({ channel, rows: await load(channel) })),
      );
      return { rows: channels.flatMap(({ rows }) => rows), series: byChannel(channels, span) };
    },
    { everyMs: POLL_MS },
  );
  const shown = result.value;
  return (
    <>
      <State result={result} />
      {shown !== null && (
        <>
          <Figures rows={shown.rows} />
          {shown.series.length === 0 ? (
            <p>{t.overview.nothing}</p>
          ) : (
            <Chart span={span} series={shown.series} stack={stack} />
          )}
        </>
      )}
    </>
  );
}

function Figures({ rows }: { rows: readonly UsageRow[] }) {
  const { t, format } = useTexts();
  const mayContacts = useScope("contacts:read");
  const counts = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, sumOf(rows, outcome)])) as Counts;
  return (
    <dl class="figures">
      <Figure name={t.overview.messages} value={format.number(sumOf(rows, "total"))} />
      <DeliveryFigures counts={counts} />
      <Figure name={t.overview.cost} value={format.money(sumOf(rows, "price"))} />
      {mayContacts && <OptOuts />}
    </dl>
  );
}

/** Shows the number of contacts on the opt-out list. Replies such as SAIR add contacts to it. */
function OptOuts() {
  const { t, format } = useTexts();
  const { recado } = useAccount();
  const result = useQuery(
    "opt-outs",
    async (signal) => {
      const params = { type: "blacklist", limit: MAX_LISTS } as const;
      const { data } = await recado.contactLists.list(params, { signal });
      return data.find((list) => list.is_provisioned)?.contact_count ?? null;
    },
    { everyMs: POLL_MS },
  );
  const count = result.value;
  return (
    <Figure
      name={t.overview.optOuts}
      value={count === null ? "—" : format.number(count)}
      hint={t.overview.optOutsHint}
    />
  );
}

function Figure({ name, value, hint }: { name: string; value: string; hint?: string }) {
  return (
    <div class="card">
      <dt>{name}</dt>
      <dd>{value}</dd>
      {hint && <dd class="hint">{hint}</dd>}
    </div>
  );
}
