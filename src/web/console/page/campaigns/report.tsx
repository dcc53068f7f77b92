import { ArrowLeft, Download, Printer } from "lucide";
import { useRoute } from "preact-iso";
import type { Campaign, ListMessagesParams, Recado, UsageRow } from "../../../../client";
import { type Column, DataTable } from "../../../design/data-table";
import { Icon } from "../../../design/icon";
import type { Texts } from "../texts/en";
import { useTexts, wordFor } from "../texts/language";
import { Pair } from "../parts/fact";
import { CampaignStatus } from "../parts/campaign-progress";
import { ActionButton, Failure, State } from "../parts/state";
import { Heading, isNotFound, NotFound } from "../parts/resource-page";
import { deliveryOf, present } from "../parts/outcomes";
import { save } from "../messages/export";
import { saveText } from "../parts/save-text";
import { reasonText } from "../parts/reasons";
import { type QueryResult, useMutation, useQuery, useScope, useScopedQuery } from "../service/hooks";
import { type ChannelCounts, countsByChannel, endedOf, shareOf } from "./channels";
import { countFailures } from "./failure-counts";
import { Failures, type NotDelivered, useNotDelivered } from "./failures";
import { Breakdown, OutcomeFigures, useCampaignUsage } from "./outcomes";
import { BASE_PATH, Parts, useParts } from "./parts";
import { type CodeCount, responseRate } from "./rules";
import { fileNameOf, toReportCsv } from "./report-csv";
import type { Cell } from "../../../../platform/csv-lines";

const POLL_MS = 15_000;
/** Maximum offset of the request for the oldest message. Larger campaigns do not show the oldest message. */
const MAX_OFFSET = 10_000;
/** Largest offset that the service accepts. */
const PAST_END = 2_147_483_647;

/** Shows the report with the figures of a campaign, which the user can print or save as CSV. */
export function ReportPage() {
  const { t } = useTexts();
  const { id = "" } = useRoute().params;
  const result = useQuery(id, (recado) => recado.campaigns.get({ campaign_id: id }), { everyMs: POLL_MS });
  const channels = useScopedQuery({
    scope: "messages:read",
    key: `channels ${id}`,
    none: [],
    load: (client) => countsByChannel(client, id),
    everyMs: POLL_MS,
  });
  if (isNotFound(result))
    return <NotFound title={t.campaigns.notFound} href={BASE_PATH} linkText={t.campaigns.back} />;
  return (
    <>
      <a class="back print:hidden" href={`${BASE_PATH}/${id}`}>
        <Icon of={ArrowLeft} />
        {t.campaigns.report.back}
      </a>
      <State result={result} />
      {result.value !== null && <Report campaign={result.value} channels={channels} />}
    </>
  );
}

type ChannelsResult = QueryResult<readonly ChannelCounts[]>;

function Report({ campaign, channels }: { campaign: Campaign; channels: ChannelsResult }) {
  const { t } = useTexts();
  const words = t.campaigns.report;
  const mayMessages = useScope("messages:read");
  const parts = useParts(campaign);
  const usage = useCampaignUsage(campaign);
  const notDelivered = useNotDelivered(campaign);
  return (
    <>
      <div class="head">
        <div>
          <Heading name={words.title(campaign.name)}>
            {words.title(campaign.name)} <CampaignStatus of={campaign} />
          </Heading>
          <Parts campaign={campaign} {...parts} />
        </div>
        <ReportActions campaign={campaign} usage={usage} channels={channels} {...notDelivered} />
      </div>
      <section class="card">
        <h2 class="mb-3">{t.campaigns.outcomes}</h2>
        <OutcomeFigures campaign={campaign} usage={usage.value} />
        <Breakdown campaign={campaign} />
      </section>
      <Times campaign={campaign} />
      {mayMessages && channels.value !== null && channels.value.length > 0 && (
        <ByChannel rows={channels.value} />
      )}
      <Failure of={usage.failure} onRetry={usage.refetch} />
      <Failure of={channels.failure} onRetry={channels.refetch} />
      {campaign.progress.total > 0 && mayMessages && <Failures campaign={campaign} of={notDelivered} />}
    </>
  );
}

function ByChannel({ rows }: { rows: readonly ChannelCounts[] }) {
  const { t, format } = useTexts();
  const words = t.campaigns.report;
  const counted = (name: string, of: "total" | "notSent"): Column<ChannelCounts> => ({
    name,
    isNumber: true,
    cell: (row) => format.number(row[of]),
  });
  const shared = (name: string, of: "delivered" | "read" | "undelivered"): Column<ChannelCounts> => ({
    name,
    isNumber: true,
    cell(row) {
      const share = shareOf(row, of);
      return (
        <>
          {format.number(row[of])}
          {share !== null && <span class="hint ms-1"> {format.share(share)}</span>}
        </>
      );
    },
  });
  const reads = shared(t.campaigns.read, "read");
  // Only RCS has read reports.
  const readColumn = {
    ...reads,
    cell: (row: ChannelCounts) => (row.channel === "rcs" || row.read > 0 ? reads.cell(row) : "—"),
  };
  return (
    <section class="card">
      <h2>{words.byChannel}</h2>
      <p class="hint mb-3">
        {t.campaigns.withFollowUps} {words.shares}
      </p>
      <DataTable
        label={words.byChannel}
        columns={[
          { name: t.messages.channel, isTitle: true, cell: ({ channel }) => wordFor(t.channel, channel) },
          counted(t.menu.messages, "total"),
          shared(t.rates.delivered, "delivered"),
          readColumn,
          shared(words.undelivered, "undelivered"),
          counted(t.rates.notSentName, "notSent"),
        ]}
        rows={rows}
        idOf={({ channel }) => channel}
      />
    </section>
  );
}

/**
 * Returns a campaign's newest and oldest message, and whether old messages were deleted. `oldest` is
 * undefined in that case or beyond `MAX_OFFSET`. The result is null without messages or scope.
 */
function useEnds({ id, template_id: template, status, progress: { total } }: Campaign) {
  const mayMessages = useScope("messages:read");
  const key = `ends ${id} ${status} ${total} ${mayMessages}`;
  const read = async (recado: Recado) => {
    if (!mayMessages || total === 0) return null;
    const at = (offset: number, filter: ListMessagesParams = {}) =>
      recado.messages.list({ campaign_id: [id], ...filter, limit: 1, offset });
    // Like `progress`, the filter excludes follow-ups. At an offset past the end, the service only counts.
    const kept = await at(PAST_END, { template_id: [template] });
    const newest = await at(0);
    const last = newest.pagination.total - 1;
    // While the campaign creates messages, a list from a read replica may lag behind `progress`.
    const isPurged = status !== "running" && kept.pagination.total < total;
    return {
      newest: newest.data[0],
      oldest: isPurged || last > MAX_OFFSET ? undefined : (await at(last)).data[0],
      isPurged,
    };
  };
  const { value } = useQuery(key, read, { everyMs: POLL_MS });
  return value;
}

function Times({ campaign }: { campaign: Campaign }) {
  const { t, format } = useTexts();
  const words = t.campaigns.report;
  const ends = useEnds(campaign);
  const times: [name: string, at: string | null | undefined][] = [
    [t.campaigns.started, campaign.started_at],
    [words.first, ends?.oldest?.created_at],
    [words.last, ends?.newest?.created_at],
    [t.campaigns.statuses.completed, campaign.completed_at],
    [words.as, new Date().toISOString()],
  ];
  return (
    <section class="card">
      <h2 class="mb-3">{words.times}</h2>
      <dl class="facts">
        {times.map(([name, at]) => (
          <Pair key={name} name={name}>
            {at ? <time dateTime={at}>{format.zonedInstant(at)}</time> : null}
          </Pair>
        ))}
      </dl>
      {ends?.isPurged && <p class="hint mt-3">{words.purged}</p>}
    </section>
  );
}

interface ActionsProps extends NotDelivered {
  campaign: Campaign;
  usage: QueryResult<UsageRow | null>;
  channels: ChannelsResult;
}

function ReportActions({ campaign, usage, channels, failed, blocked }: ActionsProps) {
  const { t, format } = useTexts();
  const words = t.campaigns.report;
  const mayMessages = useScope("messages:read");
  const rowsWith = useRows(campaign, usage.value, channels.value ?? []);
  // A query that has loaded may have the value null: without messages, or if the key may not read messages.
  const isLoaded = [usage, channels, failed, blocked].every(
    ({ value, isStale, isLoading, failure }) =>
      (value !== null && !isStale) || (!isLoading && failure === null),
  );
  const exporting = useMutation(
    (recado) => recado.messages.export({ campaign_id: [campaign.id], dialect: format.dialect }),
    ({ url }) => save(url),
  );
  const download = useMutation(
    async (recado) => (mayMessages ? countFailures(recado, campaign.id) : []),
    (counts) =>
      saveText(
        toReportCsv([...rowsWith(counts), ...blockedRows(blocked.value ?? [], t)], format.dialect),
        fileNameOf(campaign.name, words.file),
      ),
  );
  return (
    <div class="choices print:hidden">
      <button type="button" class="btn" onClick={() => print()}>
        <Icon of={Printer} />
        {words.print}
      </button>
      {mayMessages && (
        <ActionButton type="button" class="btn" isBusy={exporting.busy} onClick={() => void exporting.run()}>
          <Icon of={Download} />
          {words.messages}
        </ActionButton>
      )}
      <ActionButton
        type="button"
        class="btn btn-primary"
        isBusy={download.busy}
        disabled={!isLoaded}
        onClick={() => void download.run()}
      >
        <Icon of={Download} />
        {words.csv}
      </ActionButton>
      <Failure of={exporting.failure ?? download.failure} />
    </div>
  );
}

/**
 * Returns a function that returns the rows of the report's CSV. Each row has a name, a value, and a share or
 * an empty cell.
 */
function useRows(campaign: Campaign, usage: UsageRow | null, channels: readonly ChannelCounts[]) {
  const { t, format } = useTexts();
  const words = t.campaigns.report;
  const { name, progress, replied, opted_out: optedOut, started_at, completed_at } = campaign;
  const share = (count: number, all: number): Cell => (all === 0 ? "" : format.share(count / all));
  const rate = (count: number): Cell => {
    const of = responseRate(count, progress);
    return of === null ? "" : format.share(of);
  };
  const { notSent } = deliveryOf(progress);
  const channelNames = t.channel as Record<string, string>;
  return (failures: readonly CodeCount[]): Cell[][] => [
    [words.csvName, t.contacts.value, words.csvShare],
    [t.palette.kinds.campaign, name, ""],
    ...[started_at, completed_at].flatMap((at, index): Cell[][] =>
      at === null
        ? []
        : [[index === 0 ? t.campaigns.started : t.campaigns.statuses.completed, format.zonedInstant(at), ""]],
    ),
    [t.menu.messages, progress.total, ""],
    ...present([progress]).map((outcome): Cell[] => [
      ...[t.status[outcome], progress[outcome]],
      share(progress[outcome], progress.total),
    ]),
    [t.rates.notSentName, notSent, share(notSent, progress.total)],
    [t.campaigns.replied, replied, rate(replied)],
    [t.campaigns.optedOut, optedOut, rate(optedOut)],
    ...(usage === null ? [] : [[`${t.campaigns.cost} (R$)`, usage.price / 1_000_000, ""]]),
    ...channels.map((row): Cell[] => [
      words.channelRow(channelNames[row.channel] ?? row.channel),
      ...[
        row.total,
        endedOf(row) === 0 ? "" : words.deliveredShare(format.share(row.delivered / endedOf(row))),
      ],
    ]),
    ...failures.map(({ code, count }): Cell[] => [
      ...[words.reasonRow(reasonText({ status: "failed", code }, t)), count],
      "",
    ]),
  ];
}

/** Returns a CSV row with the number of blocked messages for each block reason. */
const blockedRows = (counts: readonly CodeCount[], t: Texts): Cell[][] =>
  counts.map(({ code, count }) => [
    ...[t.campaigns.report.blockedRow(reasonText({ status: "blocked", code }, t)), count],
    "",
  ]);
