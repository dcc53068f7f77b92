import { useLocation } from "preact-iso";
import type { Sender } from "../../../../client";
import { useTexts } from "../texts/language";
import { useFilters } from "../parts/filters";
import { FirstUse } from "../parts/listing";
import { Pages, slice } from "../parts/pages";
import { phoneText } from "../parts/phone-text";
import { SenderState } from "../parts/sender-state";
import { State } from "../parts/state";
import { type Column, DataTable } from "../../../design/data-table";
import { Moment } from "../parts/when";
import { useAccount } from "../service/signed-in";
import { useQuery } from "../service/use-query";
import { ListHead } from "../parts/list-head";
import { AccountPrices } from "./account";

const POLL_MS = 10_000;

export function Senders() {
  const { t, format } = useTexts();
  const { recado } = useAccount();
  const { page, turnTo } = useFilters(useLocation().path, []);
  const result = useQuery(`senders ${page}`, (signal) => recado.senders.list(slice(page), { signal }), {
    everyMs: POLL_MS,
  });
  const words = t.settings.senders;
  const found = result.value;
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
    { name: words.channel, cell: ({ channel }) => (t.channel as Record<string, string>)[channel] ?? channel },
    { name: words.state, cell: (sender) => <SenderState of={sender} /> },
    {
      name: words.carrier,
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
      <State result={result} />
      {found?.data.length === 0 && <FirstUse words={words.none} />}
      {found !== null && found.data.length > 0 && (
        <DataTable
          label={t.settings.tabs.senders}
          columns={columns}
          rows={found.data}
          idOf={({ id }) => id}
        />
      )}
      <Pages page={page} of={found} onPage={turnTo} />
      <AccountPrices />
    </>
  );
}
