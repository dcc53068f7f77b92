import type { ListMessagesParams } from "../../../../client";
import { useTexts } from "../texts/language";
import { Choice, type Filtering, FilterForm, useFilters } from "../parts/filters";
import { Heading } from "../parts/heading";
import { Listing } from "../parts/listing";
import { useSenders } from "../parts/senders";
import { Pages, slice } from "../parts/pages";
import { Status } from "../parts/status";
import { Table } from "../parts/table";
import { useAccount, useScope } from "../service/signed-in";
import { useQuery } from "../service/use-query";
import { Export } from "./export";
import { FILTERS, toFilter } from "./filters";
import { CampaignFilter } from "./campaign-filter";
import { contentSummary } from "./content-summary";

const BASE_PATH = "/console/messages";
/** Polling interval of the first page in milliseconds. Other pages do not poll. */
const POLL_MS = 3_000;

export function MessageList() {
  const { t, format } = useTexts();
  const { recado } = useAccount();
  const maySend = useScope("messages:send");
  const filtering = useFilters(BASE_PATH, FILTERS);
  const { filters } = filtering;
  const params = { ...toFilter(filters), ...slice(filtering.page) } as ListMessagesParams;
  const result = useQuery(JSON.stringify(params), (signal) => recado.messages.list(params, { signal }), {
    everyMs: filtering.page === 1 ? POLL_MS : null,
  });
  const page = result.value;
  return (
    <>
      <Heading name={t.messages.title} />
      <FilterForm of={filtering} label={t.messages.search}>
        <Choice of={filtering} name="channel" label={t.messages.channel} options={t.channel} />
        <Choice of={filtering} name="status" label={t.messages.status} options={t.status} />
        <SenderFilter of={filtering} />
        {(["from", "to"] as const).map((name) => (
          <label key={name}>
            {t.messages[name]}
            <input name={name} type="date" defaultValue={filters[name]} />
          </label>
        ))}
      </FilterForm>
      {filters.campaign !== "" && <CampaignFilter id={filters.campaign} />}
      <Listing
        result={result}
        of={filtering}
        noMatch={t.messages.empty}
        none={t.messages.none}
        nextSteps={maySend ? [{ href: "/console/send", label: t.send.title }] : []}
      >
        {page !== null && (
          <>
            <div class="found">
              <p class="hint" aria-live="polite">
                {t.messages.count(format.number(page.data.length), format.number(page.pagination.total))}
              </p>
              <Export filters={filters} />
            </div>
            <Table
              label={t.messages.title}
              columns={[
                t.messages.created,
                t.messages.channel,
                t.messages.recipient,
                t.messages.text,
                t.messages.status,
                { name: t.messages.price, isNumber: true },
              ]}
            >
              {page.data.map((message) => (
                <tr key={message.id}>
                  <td>
                    <a href={`${BASE_PATH}/${message.id}`}>{format.instant(message.created_at)}</a>
                  </td>
                  <td>{(t.channel as Record<string, string>)[message.channel] ?? message.channel}</td>
                  <td class="phone">{message.to ?? t.conversation.numberErased}</td>
                  <td class="line">{contentSummary(message.content, t)}</td>
                  <td>
                    <Status status={message.status} />
                  </td>
                  <td class="number">{format.unitPrice(message.price)}</td>
                </tr>
              ))}
            </Table>
          </>
        )}
      </Listing>
      <Pages page={filtering.page} of={page} onPage={filtering.turnTo} />
    </>
  );
}

/** Filter by sender; hidden if there is only one sender. Keeps a chosen sender that was removed. */
function SenderFilter({ of }: { of: Filtering<(typeof FILTERS)[number]> }) {
  const { t } = useTexts();
  const senders = useSenders().value ?? [];
  const chosen = of.filters.sender;
  const words = t.channel as Record<string, string>;
  const options = Object.fromEntries([
    ...senders.map(({ id, address, channel }) => [id, `${address} (${words[channel] ?? channel})`]),
    ...(chosen === "" || senders.some(({ id }) => id === chosen) ? [] : [[chosen, chosen]]),
  ]) as Record<string, string>;
  if (Object.keys(options).length < 2 && chosen === "") return null;
  return <Choice of={of} name="sender" label={t.messages.sender} options={options} />;
}
