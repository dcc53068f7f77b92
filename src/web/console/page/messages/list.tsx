import { Megaphone, SendHorizontal } from "lucide";
import { useLocation } from "preact-iso";
import type { ListMessagesParams, Message } from "../../../../client";
import { Scheduled, Status } from "../parts/status";
import { shortReason } from "../parts/reasons";
import { useTexts, wordFor } from "../texts/language";
import { type Column, DataTable } from "../../../design/data-table";
import { Icon } from "../../../design/icon";
import { CancelBatch } from "../parts/cancel-batch";
import { useFilters } from "../parts/filters";
import { isUnused, ListHead, Listing } from "../parts/listing";
import { addressOf, countText, slice } from "../parts/pages";
import { phoneText } from "../../../../messaging/phone-text";
import { When } from "../parts/when";
import { useNames } from "../replies/use-names";
import { useQuery, useScope } from "../service/hooks";
import { contentSummary } from "./content-summary";
import { Export } from "./export";
import { FILTERS, toFilter } from "./filters";
import { MessageFilters } from "./message-filters";
import { MessagePanel } from "./panel";
import { ViewsBar } from "./views-bar";

/** Shows a message's status, with a short reason below it if the message did not arrive. */
function StatusReason({ of: message }: { of: Pick<Message, "status" | "block_reason" | "error"> }) {
  const { t } = useTexts();
  const reason = shortReason(message, t);
  return (
    <div class="min-w-0 sm:min-w-58">
      <Status status={message.status} />
      {reason !== null && <div class="hint max-w-58 sm:pl-[0.9rem]">{reason}</div>}
    </div>
  );
}

const BASE_PATH = "/console/messages";
/** Polling interval of the first page in milliseconds. Other pages do not poll. */
const POLL_MS = 3_000;

export function MessageList() {
  const { t, format } = useTexts();
  const maySend = useScope("messages:send");
  const maySeeCampaigns = useScope("campaigns:read");
  const { path, query, route } = useLocation();
  const filtering = useFilters(BASE_PATH, FILTERS);
  const { filters } = filtering;
  const params = { ...toFilter(filters, new Date()), ...slice(filtering.page) } as ListMessagesParams;
  const result = useQuery(JSON.stringify(params), (recado) => recado.messages.list(params), {
    everyMs: filtering.page === 1 ? POLL_MS : null,
  });
  const page = result.value;
  const rows = page?.data ?? [];
  const names = useNames([...new Set(rows.flatMap(({ contact_id: id }) => id ?? []))]);
  const opening = (id: string) => addressOf(path, { ...query, open: id });
  const { open: openId = "" } = query;
  return (
    <>
      <ListHead
        title={t.menu.messages}
        action={maySend ? { label: t.send.title, icon: SendHorizontal, to: "/console/send" } : null}
      />
      {!isUnused(filtering, result) && (
        <>
          <ViewsBar of={filtering} />
          <MessageFilters of={filtering} />
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
              <p class="hint me-auto" aria-live="polite">
                {countText(page, format, t.messages.count)}
              </p>
              {filters.campaign !== "" && maySeeCampaigns && (
                <a class="btn btn-ghost" href={`/console/campaigns/${filters.campaign}`}>
                  <Icon of={Megaphone} />
                  {t.messages.openCampaign}
                </a>
              )}
              <Export filters={filters} />
            </div>
            {filters.batch !== "" && rows.some(({ status }) => status === "pending") && (
              <CancelBatch batchId={filters.batch} onDone={result.refetch} />
            )}
            <DataTable
              label={t.menu.messages}
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
          onChanged={result.refetch}
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
      name: t.messages.recipient,
      isTitle: true,
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
      name: t.messages.text,
      onCard: "text",
      class: "sm:w-full sm:max-w-0",
      cell: ({ content }) => (
        <span class="max-sm:line-clamp-2 sm:block sm:truncate">{contentSummary(content, t)}</span>
      ),
    },
    {
      name: t.messages.status,
      onCard: "text",
      cell: (message) => (
        <>
          <StatusReason of={message} />
          <Scheduled of={message} />
        </>
      ),
    },
    {
      name: t.messages.channel,
      onCard: "bare",
      cell: ({ channel, sender }) => (
        <div>
          {wordFor(t.channel, channel)}
          {sender !== null && <div class="hint max-w-32 truncate max-sm:hidden">{phoneText(sender)}</div>}
        </div>
      ),
    },
    { name: t.messages.when, onCard: "bare", cell: ({ created_at: at }) => <When at={at} /> },
    {
      name: t.messages.price,
      isNumber: true,
      onCard: "hidden",
      cell: ({ carrier, price }) => (carrier === null ? "—" : format.unitPrice(price)),
    },
  ];
}
