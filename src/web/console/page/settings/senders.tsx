import { useLocation } from "preact-iso";
import { enums } from "../../../../../generated/server/values";
import type { Account, Sender } from "../../../../client";
import { useTexts, wordFor } from "../texts/language";
import { useFilters } from "../parts/filters";
import { ListHead, Listing } from "../parts/listing";
import { slice } from "../parts/pages";
import { phoneText } from "../../../../messaging/phone-text";
import { Figures } from "../parts/figures";
import { isPlaceholder, useAccountDetails } from "../parts/placeholder-price";
import { SenderState } from "../parts/senders";
import { State } from "../parts/state";
import { type Column, DataTable } from "../../../design/data-table";
import { Moment } from "../parts/when";
import { useQuery } from "../service/hooks";

const POLL_MS = 10_000;

export function Senders() {
  const { t, format } = useTexts();
  const filtering = useFilters(useLocation().path, []);
  const result = useQuery(
    `senders ${filtering.page}`,
    (recado) => recado.senders.list(slice(filtering.page)),
    { everyMs: POLL_MS },
  );
  const words = t.settings.senders;
  const columns: readonly Column<Sender>[] = [
    {
      name: words.address,
      isTitle: true,
      cell: ({ address, is_default }) => (
        <span class="flex flex-wrap items-center gap-x-2 font-semibold sm:flex-nowrap">
          <span class="phone">{phoneText(address)}</span>
          {is_default && <span class="badge badge-sm badge-ghost">{words.isDefault}</span>}
        </span>
      ),
    },
    { name: t.messages.channel, cell: ({ channel }) => wordFor(t.channel, channel) },
    { name: t.messages.status, cell: (sender) => <SenderState of={sender} /> },
    {
      name: t.messages.carrier,
      cell: ({ carrier }) => (
        <>
          {carrier}
          {carrier === "sandbox" && <div class="hint">{words.sandbox}</div>}
        </>
      ),
    },
    { name: words.speed, isNumber: true, cell: (sender) => format.number(sender.max_per_second) },
    { name: words.created, class: "when", cell: (sender) => <Moment at={sender.created_at} /> },
  ];
  return (
    <>
      <ListHead title={t.settings.tabs.senders} intro={words.intro} action={null} />
      <Listing result={result} of={filtering} noMatch={words.none} none={words.none}>
        <DataTable
          label={t.settings.tabs.senders}
          columns={columns}
          rows={result.value?.data ?? []}
          idOf={({ id }) => id}
        />
      </Listing>
      <AccountPrices />
    </>
  );
}

/** Shows the account's unit price for each channel, and marks placeholder prices. */
function AccountPrices() {
  const result = useAccountDetails();
  return (
    <>
      <State result={result} />
      {result.value !== null && (
        <div class="mt-4">
          <Prices prices={result.value.prices} />
        </div>
      )}
    </>
  );
}

function Prices({ prices }: Pick<Account, "prices">) {
  const { t, format } = useTexts();
  const words = t.settings.prices;
  return (
    <section class="card min-w-0" aria-label={words.title}>
      <h2 class="mb-3">{words.title}</h2>
      <Figures
        of={enums.Channel.map((channel) => [
          ...([t.channel[channel], format.unitPrice(prices[channel])] as const),
          <>
            {words.per[channel]}{" "}
            {isPlaceholder(prices, channel) && (
              <span class="badge badge-sm badge-ghost">{words.placeholder}</span>
            )}
          </>,
        ])}
      />
      <p class="hint">{words.hint}</p>
      {prices.placeholders.length > 0 && <p class="hint">{words.placeholderHint}</p>}
    </section>
  );
}
