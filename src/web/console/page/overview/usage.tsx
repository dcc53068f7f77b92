import type { UsageRow } from "../../../../client";
import { useTexts } from "../texts/language";
import { ARRIVED, deliveryOf, NOT_SENT } from "../parts/outcomes";
import { addressOf } from "../parts/pages";
import { useAccountDetails } from "../parts/placeholder-price";
import { State } from "../parts/state";
import { useAccount, useScope } from "../service/signed-in";
import { useQuery } from "../service/use-query";
import { Chart } from "./chart";
import { Figure } from "./figure";
import {
  byChannel,
  byOutcome,
  changeOf,
  CHANNELS,
  countsIn,
  ratesOf,
  rowsOf,
  type Span,
  spanOf,
  type Stack,
  startOf,
  valuesOf,
} from "./slots";

const POLL_MS = 10_000;
/** Page size of the request that searches for the opt-out list among the blacklists. */
const MAX_LISTS = 1_000;

const sumOf = (rows: readonly UsageRow[], ...names: readonly (keyof UsageRow)[]): number =>
  rows.reduce((sum, row) => sum + names.reduce((all, name) => all + Number(row[name] ?? 0), 0), 0);

interface Props {
  days: number;
  stack: Stack;
  onStack(stack: Stack): void;
}

export function Usage({ days, stack, onStack }: Props) {
  const { t } = useTexts();
  const { recado } = useAccount();
  const span = spanOf(days, new Date());
  const { from } = span.before;
  const result = useQuery(
    `usage ${span.by} ${from} ${stack}`,
    async (signal) => {
      const load = async (channel?: (typeof CHANNELS)[number]) => {
        const params = { group_by: span.by, from, ...(channel && { channel: [channel] }) };
        return (await recado.usage.get(params, { signal })).data;
      };
      if (stack === "outcome") {
        const rows = await load();
        return { span, rows, stack, series: byOutcome(rows, span) };
      }
      const channels = await Promise.all(
        CHANNELS.map(async (channel) => ({ channel, rows: await load(channel) })),
      );
      return { span, rows: channels.flatMap(({ rows }) => rows), stack, series: byChannel(channels, span) };
    },
    { everyMs: POLL_MS },
  );
  const shown = result.value;
  return (
    <>
      <State result={result} />
      {shown !== null && (
        <div class={result.isStale ? "outdated" : undefined}>
          <Figures rows={shown.rows} span={shown.span} />
          {shown.series.length === 0 ? (
            <p class="hint mb-4">{t.overview.nothing}</p>
          ) : (
            <Chart span={shown.span} series={shown.series} stack={shown.stack} onStack={onStack} />
          )}
        </div>
      )}
    </>
  );
}

function Figures({ rows, span }: { rows: readonly UsageRow[]; span: Span }) {
  const { t, format } = useTexts();
  const mayContacts = useScope("contacts:read");
  const now = rowsOf(rows, span.slots);
  const [compared, before] = [rowsOf(rows, span.compared), rowsOf(rows, span.before.slots)];
  const [later, earlier] = [deliveryOf(countsIn(compared)), deliveryOf(countsIn(before))];
  const { share, ended, all, errors, blocked, notSent } = deliveryOf(countsIn(now));
  const placeholders = useAccountDetails().value?.prices.placeholders ?? [];
  const days = span.by === "hour" ? 1 : span.slots.length;
  const [total, cost] = [sumOf(now, "total"), sumOf(now, "price")];
  const valuesFor = (value: (row: UsageRow) => number) => valuesOf(now, span.slots, value);
  const messages = (query: Readonly<Record<string, string>> = {}) =>
    addressOf("/console/messages", { ...query, from: startOf(span) });
  const changeIn = (name: "total" | "price") => changeOf(sumOf(compared, name), sumOf(before, name));
  const points = later.share === null || earlier.share === null ? null : later.share - earlier.share;
  return (
    <dl class="figures overview-figures mb-4">
      <Figure
        {...{ name: t.overview.messages, value: format.number(total), href: messages(), days }}
        change={changeIn("total")}
        values={valuesFor((row) => row.total)}
      />
      <Figure
        {...{ name: t.rates.delivered, value: share === null ? "—" : format.share(share), days }}
        href={messages({ status: ARRIVED.join(",") })}
        hint={
          share === null && all > 0
            ? t.rates.early(format.number(ended), format.number(all))
            : all === 0 && notSent > 0
              ? t.rates.noneSent
              : t.rates.deliveredHint
        }
        points={points}
        values={ratesOf(now, span.slots)}
      />
      <Figure
        {...{ name: t.rates.notSentName, value: format.number(notSent), isBad: errors > 0, days }}
        href={messages({ status: NOT_SENT.join(",") })}
        hint={t.rates.notSentHint(format.number(errors), format.number(blocked), blocked === 1)}
        change={changeOf(later.notSent, earlier.notSent)}
        values={valuesFor((row) => row.error + row.blocked)}
      />
      <Figure
        {...{ name: t.overview.cost, value: format.money(cost), href: messages(), days }}
        change={changeIn("price")}
        {...(cost > 0 && placeholders.length > 0 && { hint: t.prices.some })}
        values={valuesFor((row) => row.price)}
      />
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
      return data.find((list) => list.is_provisioned) ?? null;
    },
    { everyMs: POLL_MS },
  );
  const list = result.value;
  return (
    <Figure
      name={t.overview.optOuts}
      value={list === null ? "—" : format.number(list.contact_count)}
      hint={t.overview.optOutsHint}
      href={list === null ? "/console/lists" : `/console/lists/${list.id}`}
    />
  );
}
