import { SendHorizontal } from "lucide";
import { useLocation } from "preact-iso";
import { enums } from "../../../../../generated/server/values";
import type { ListMessagesParams, Message } from "../../../../client";
import { type Column, DataTable } from "../../../design/data-table";
import { useTexts, wordFor } from "../texts/language";
import { CancelBatch } from "../parts/cancel-batch";
import { FilterBar, FilterSelect } from "../parts/filter-bar";
import { type Filtering, isUnused, useFilters } from "../parts/filters";
import { NamedFilter } from "../parts/named-filter";
import { ListHead } from "../parts/list-head";
import { Listing } from "../parts/listing";
import { ARRIVED, FAILURES, NOT_SENT } from "../parts/outcomes";
import { addressOf, slice } from "../parts/pages";
import { phoneText } from "../parts/phone-text";
import { Scheduled } from "../parts/scheduled";
import { useSenders } from "../parts/senders";
import { When } from "../parts/when";
import { useNames } from "../replies/use-names";
import { useAccount, useScope } from "../service/signed-in";
import { useQuery } from "../service/use-query";
import { contentSummary } from "./content-summary";
import { Export } from "./export";
import { FILTERS, toFilter } from "./filters";
import { MessagePanel } from "./panel";
import { PeriodFilter } from "../parts/period-filter";
import { StatusReason } from "./status-reason";
import { TagFilter } from "./tag-filter";
import { ViewsBar } from "./views-bar";

const BASE_PATH = "/console/messages";
/** Polling interval of the first page in milliseconds. Other pages do not poll. */
const POLL_MS = 3_000;

export function MessageList() {
  const { t, format } = useTexts();
  const { recado } = useAccount();
  const maySend = useScope("messages:send");
  const maySeeCampaigns = useScope("campaigns:read");
  const { path, query, route } = useLocation();
  const filtering = useFilters(BASE_PATH, FILTERS);
  const { filters } = filtering;
  const params = { ...toFilter(filters, new Date()), ...slice(filtering.page) } as ListMessagesParams;
  const result = useQuery(JSON.stringify(params), (signal) => recado.messages.list(params, { signal }), {
    everyMs: filtering.page === 1 ? POLL_MS : null,
  });
  const page = result.value;
  const rows = page?.data ?? [];
  const names = useNames([...new Set(rows.flatMap(({ contact_id: id }) => id ?? []))]);
  const opening = (id: string) => addressOf(path, { ...query, open: id });
  const { open: openId = "" } = query;
  const reasons = Object.fromEntries(
    Object.keys(t.faults).map((code) => [code, wordFor(t.send.reasons, code)]),
  );
  const blockReasons = Object.fromEntries(enums.BlockReason.map((code) => [code, t.send.reasons[code]]));
  const statuses = {
    [FAILURES.join(",")]: t.messages.anyFailure,
    [ARRIVED.join(",")]: t.messages.arrived,
    [NOT_SENT.join(",")]: t.messages.notSent,
    ...t.status,
  };
  return (
    <>
      <ListHead
        title={t.messages.title}
        action={maySend ? { label: t.send.title, icon: SendHorizontal, to: "/console/send" } : null}
      />
      {!isUnused(filtering, result) && (
        <>
          <ViewsBar of={filtering} />
          <FilterBar
            of={filtering}
            label={t.messages.search}
            more={
              <>
                <FilterSelect of={filtering} name="purpose" label={t.messages.purpose} options={t.purpose} />
                <FilterSelect
                  {...{ of: filtering, name: "block", label: t.messages.blockReason, options: blockReasons }}
                />
                <NamedFilter of={filtering} name="campaign" kind="campaign" />
                <NamedFilter of={filtering} name="template" kind="template" />
                <SenderFilter of={filtering} />
                <TagFilter value={filters.tag} onChange={(tag) => filtering.apply({ tag })} />
              </>
            }
          >
            <FilterSelect of={filtering} name="status" label={t.messages.status} options={statuses} />
            <FilterSelect of={filtering} name="reason" label={t.messages.reason} options={reasons} />
            <FilterSelect of={filtering} name="channel" label={t.messages.channel} options={t.channel} />
            <PeriodFilter of={filtering} />
            {filters.batch !== "" && (
              <FilterSelect
                of={filtering}
                name="batch"
                label={t.messages.batch}
                options={{ [filters.batch]: t.messages.oneBatch }}
              />
            )}
            {filters.campaign !== "" && maySeeCampaigns && (
              <a class="link px-1 text-[0.8125rem]" href={`/console/campaigns/${filters.campaign}`}>
                {t.messages.openCampaign}
              </a>
            )}
          </FilterBar>
        </>
      )}
      <Listing
        result={result}
        of={filtering}
        noMatch={t.messages.empty}
        none={t.messages.none}
        nextSteps={maySend ? [{ href: "/console/send", label: t.send.title }] : []}
      >
        {page !== null && (
          <>
            <div class="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <p class="hint" aria-live="polite">
                {t.messages.count(format.number(rows.length), format.number(page.pagination.total))}
              </p>
              <Export filters={filters} />
            </div>
            {filters.batch !== "" && rows.some(({ status }) => status === "pending") && (
              <CancelBatch batchId={filters.batch} onDone={result.refetch} />
            )}
            <DataTable
              label={t.messages.title}
              columns={columnsOf({ t, format }, names, opening)}
              rows={rows}
              idOf={({ id }) => id}
              onOpen={({ id }) => route(opening(id), openId !== "")}
              openId={openId}
            />
          </>
        )}
      </Listing>
      {openId !== "" && (
        <MessagePanel
          id={openId}
          rows={rows}
          onOpen={(id) => route(opening(id), true)}
          onClose={() => route(opening(""), true)}
        />
      )}
    </>
  );
}

function columnsOf(
  { t, format }: ReturnType<typeof useTexts>,
  names: ReadonlyMap<string, string>,
  opening: (id: string) => string,
): Column<Message>[] {
  return [
    {
      ...{ name: t.messages.recipient, isTitle: true },
      cell({ id, to, contact_id: contactId }) {
        const number = to === null ? t.conversation.numberErased : phoneText(to);
        const name = names.get(contactId ?? "");
        return (
          <div class="min-w-0">
            <a
              id={`message-${id}`}
              class="block max-w-56 truncate hover:underline"
              href={opening(id)}
              title={name}
            >
              {name ?? number}
            </a>
            {name !== undefined && <span class="hint phone">{number}</span>}
          </div>
        );
      },
    },
    {
      ...{ name: t.messages.text, onCard: "text", class: "sm:w-full sm:max-w-0" },
      cell: ({ content }) => (
        <span class="max-sm:line-clamp-2 sm:block sm:truncate">{contentSummary(content, t)}</span>
      ),
    },
    {
      ...{ name: t.messages.status, onCard: "text" },
      cell: (message) => (
        <>
          <StatusReason of={message} />
          <Scheduled of={message} />
        </>
      ),
    },
    {
      ...{ name: t.messages.channel, onCard: "bare" },
      cell: ({ channel, sender }) => (
        <div>
          {wordFor(t.channel, channel)}
          {sender !== null && <div class="hint max-w-32 truncate max-sm:hidden">{phoneText(sender)}</div>}
        </div>
      ),
    },
    { name: t.messages.when, onCard: "bare", cell: ({ created_at: at }) => <When at={at} /> },
    {
      ...{ name: t.messages.price, isNumber: true, onCard: "hidden" },
      cell: ({ carrier, price }) => (carrier === null ? "—" : format.unitPrice(price)),
    },
  ];
}

/** Filter by sender; hidden if there is only one sender. Keeps a chosen sender that was removed. */
function SenderFilter({ of }: { of: Filtering<(typeof FILTERS)[number]> }) {
  const { t } = useTexts();
  const senders = useSenders().value ?? [];
  const options = Object.fromEntries(
    senders.map(({ id, address, channel }) => [id, `${phoneText(address)} (${wordFor(t.channel, channel)})`]),
  ) as Record<string, string>;
  if (senders.length < 2 && of.filters.sender === "") return null;
  return <FilterSelect of={of} name="sender" label={t.messages.sender} options={options} />;
}
