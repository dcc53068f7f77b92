import { useLocation } from "preact-iso";
import type { Sender } from "../../../../client";
import { useTexts, wordFor } from "../texts/language";
import { ListHead, Listing, useFilters } from "../parts/listing";
import { slice } from "../parts/pages";
import { phoneText } from "../../../../messaging/phone-text";
import { SenderState } from "../parts/senders";
import { type Column, DataTable } from "../../../design/data-table";
import { Moment } from "../parts/when";
import { useQuery } from "../service/hooks";
import { AccountPrices } from "./account";

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
