import { Plus } from "lucide";
import { useLocation } from "preact-iso";
import { useEffect } from "preact/hooks";
import { Icon } from "../../../design/icon";
import { Segments } from "../../../design/segments";
import { useTexts } from "../texts/language";
import { preloadBars } from "../parts/bars";
import { Heading } from "../parts/resource-page";
import { later, WithPart } from "../parts/later";
import { addressOf } from "../parts/pages";
import { type QueryResult, useQuery, useScope, useScopedQuery } from "../service/hooks";
import { Attention } from "./attention";
import { FirstSteps } from "./first-steps";
import { Campaigns, Senders, Webhooks } from "./parts";
import {
  STACKS,
  type Stack,
  begunSlots,
  byChannel,
  byOutcome,
  changeOf,
  CHANNELS,
  countsIn,
  ratesOf,
  rowsOf,
  type Series,
  type Span,
  spanOf,
  startOf,
  valuesOf,
} from "./slots";
import { areAllSandbox, useEndpoints, useSenders, useStartedCampaigns } from "./sources";
import type { UsageRow } from "../../../../client";
import { notSentText } from "../parts/campaign-progress";
import { ARRIVED, deliveryOf, NOT_SENT } from "../parts/outcomes";
import { useAccountDetails } from "../parts/placeholder-price";
import { State } from "../parts/state";
import { Chart } from "./chart";
import { Figure } from "./figure";

const usageBy = later(() => import("./usage-by"));

const PERIODS = [1, 7, 30, 90];
const PERIOD = 7;
const POLL_MS = 10_000;
/** Polling interval of the opt-out list in milliseconds. */
const LIST_POLL_MS = 60_000;

export function Overview() {
  const { t } = useTexts();
  const { query, route } = useLocation();
  const days = PERIODS.find((count) => String(count) === query.days) ?? PERIOD;
  const stack = STACKS.find((one) => one === query.by) ?? "outcome";
  const show = (changes: { days?: number; by?: Stack }) => {
    const next = { days, by: stack, ...changes };
    route(
      addressOf("/console", {
        days: next.days === PERIOD ? "" : next.days,
        by: next.by === "outcome" ? "" : next.by,
      }),
    );
  };
  const mayMessages = useScope("messages:read");
  const mayCreate = useScope("campaigns:write");
  // Usage by purpose or tag and the check of scheduled campaigns are slow, so they wait for `usage`.
  const usage = useUsage(days, stack);
  const isReady = !usage.isLoading || usage.value !== null;
  const [endpoints, senders, campaigns] = [useEndpoints(), useSenders(), useStartedCampaigns()];
  useEffect(preloadBars, []);
  return (
    <>
      <div class="head">
        <Heading name={t.menu.overview} />
        <div class="choices">
          {mayMessages && (
            <Segments
              label={t.messages.period}
              value={days}
              options={PERIODS.map((count) => [count, t.overview.days(count)] as const)}
              onChange={(count) => show({ days: count })}
            />
          )}
          {mayCreate && (
            <a class="btn btn-primary" href="/console/campaigns/new">
              <Icon of={Plus} />
              {t.campaigns.create}
            </a>
          )}
        </div>
      </div>
      <Attention endpoints={endpoints} senders={senders} campaigns={campaigns} isReady={isReady} />
      {usage.value?.rows.length === 0 && <FirstSteps />}
      {mayMessages && (
        <Usage result={usage} isSandbox={areAllSandbox(senders.value ?? [])} onStack={(by) => show({ by })} />
      )}
      <Campaigns result={campaigns} />
      <div class="columns">
        {mayMessages && isReady && days > 1 && (
          <WithPart of={usageBy} placeholder={null}>
            {({ Purposes, Tags }) => (
              <>
                <Purposes days={days} />
                <Tags days={days} />
              </>
            )}
          </WithPart>
        )}
      </div>
      <div class="columns">
        <Webhooks result={endpoints} />
        <Senders result={senders} />
      </div>
    </>
  );
}

const sumOf = (rows: readonly UsageRow[], ...names: readonly (keyof UsageRow)[]): number =>
  rows.reduce((sum, row) => sum + names.reduce((all, name) => all + Number(row[name] ?? 0), 0), 0);

interface Counted {
  span: Span;
  rows: readonly UsageRow[];
  stack: Stack;
  series: readonly Series[];
}

/** Returns the message counts of a period and the period before it; null if the key may not read messages. */
function useUsage(days: number, stack: Stack): QueryResult<Counted | null> {
  const span = spanOf(days, new Date());
  const { from } = span.before;
  return useScopedQuery({
    scope: "messages:read",
    key: `usage ${span.by} ${from} ${stack}`,
    none: null,
    everyMs: POLL_MS,
    async load({ usage }): Promise<Counted> {
      const load = async (channel?: (typeof CHANNELS)[number]) => {
        const params = { group_by: span.by, from, ...(channel && { channel: [channel] }) };
        return (await usage.get(params)).data;
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
  });
}

interface UsageProps {
  result: ReturnType<typeof useUsage>;
  /** Whether all senders are the sandbox's, which charges nothing. */
  isSandbox: boolean;
  onStack(stack: Stack): void;
}

function Usage({ result, isSandbox, onStack }: UsageProps) {
  const { t } = useTexts();
  const shown = result.value;
  return (
    <>
      <State result={result} />
      {shown !== null && (
        <div class={result.isStale ? "outdated" : undefined}>
          <Figures rows={shown.rows} span={shown.span} isSandbox={isSandbox} />
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

function Figures({ rows, span, isSandbox }: { rows: readonly UsageRow[]; span: Span; isSandbox: boolean }) {
  const localization = useTexts();
  const { t, format } = localization;
  const mayContacts = useScope("contacts:read");
  const now = rowsOf(rows, span.slots);
  const [compared, before] = [rowsOf(rows, span.compared), rowsOf(rows, span.before.slots)];
  const [current, previous] = [deliveryOf(countsIn(compared)), deliveryOf(countsIn(before))];
  const counts = countsIn(now);
  const { share, ended, all, errors, notSent } = deliveryOf(counts);
  const account = useAccountDetails().value;
  const placeholders = account?.prices.placeholders ?? [];
  const days = span.by === "hour" ? 1 : span.slots.length;
  const [total, cost] = [sumOf(now, "total"), sumOf(now, "price")];
  const begun = begunSlots(span.slots, new Date());
  const slots = span.slots.length;
  const valuesFor = (value: (row: UsageRow) => number) => valuesOf(now, begun, value);
  const messages = (query: Readonly<Record<string, string>> = {}) =>
    addressOf("/console/messages", { ...query, from: startOf(span) });
  const changeIn = (name: "total" | "price") => changeOf(sumOf(compared, name), sumOf(before, name));
  const [changes, costs] = [changeIn("total"), changeIn("price")];
  const points = current.share === null || previous.share === null ? null : current.share - previous.share;
  const notSentChange = changeOf(current.notSent, previous.notSent);
  const isCompared = [changes, costs, points, notSentChange].some((change) => change !== null);
  return (
    <>
      <dl class="figures overview-figures">
        <Figure
          name={t.menu.messages}
          value={format.number(total)}
          href={messages()}
          slots={slots}
          change={changes}
          values={valuesFor((row) => row.total)}
        />
        <Figure
          name={t.rates.delivered}
          value={share === null ? "—" : format.share(share)}
          slots={slots}
          href={messages({ status: ARRIVED.join(",") })}
          hint={
            share === null && all > 0
              ? t.rates.early(format.number(ended), format.number(all), ended === 1)
              : t.rates.deliveredHint
          }
          points={points}
          values={ratesOf(now, begun)}
        />
        <Figure
          name={t.rates.notSentName}
          value={format.number(notSent)}
          isBad={errors > 0}
          slots={slots}
          href={messages({ status: NOT_SENT.join(",") })}
          hint={notSentText(counts, localization)}
          change={notSentChange}
          values={valuesFor((row) => row.error + row.blocked)}
        />
        <Figure
          name={t.campaigns.cost}
          value={format.money(cost)}
          href={messages()}
          slots={slots}
          change={costs}
          hint={
            cost === 0
              ? null
              : isSandbox
                ? t.overview.sandboxCost
                : placeholders.length > 0
                  ? t.prices.some
                  : null
          }
          values={valuesFor((row) => row.price)}
        />
        {mayContacts && account !== null && <OptOuts listId={account.provisioned_list_id} />}
      </dl>
      <p class="hint mt-2 mb-4">{isCompared && t.overview.compared[days === 1 ? "day" : "days"](days)}</p>
    </>
  );
}

/** Shows the number of contacts on the opt-out list. A reply such as SAIR adds its sender to the list. */
function OptOuts({ listId }: { listId: string }) {
  const { t, format } = useTexts();
  const result = useQuery(`opt-outs ${listId}`, (recado) => recado.contactLists.get({ list_id: listId }), {
    everyMs: LIST_POLL_MS,
  });
  const list = result.value;
  return (
    <Figure
      name={t.overview.optOuts}
      value={list === null ? "—" : format.number(list.contact_count)}
      hint={t.overview.optOutsHint}
      href={`/console/lists/${listId}`}
    />
  );
}
