import { useLocation } from "preact-iso";
import { useTexts } from "../texts/language";
import { useFilters } from "../parts/filters";
import { FirstUse } from "../parts/listing";
import { Pages, slice } from "../parts/pages";
import { SenderState } from "../parts/sender-state";
import { State } from "../parts/state";
import { Table } from "../parts/table";
import { useAccount } from "../service/signed-in";
import { useQuery } from "../service/use-query";
import { Heading } from "../parts/heading";

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
  return (
    <>
      <Heading name={t.settings.tabs.senders} />
      <p class="hint">{words.intro}</p>
      <State result={result} />
      {found?.data.length === 0 && <FirstUse words={words.none} />}
      {found !== null && found.data.length > 0 && (
        <Table
          label={t.settings.tabs.senders}
          columns={[
            words.channel,
            words.address,
            words.carrier,
            { name: words.speed, isNumber: true },
            words.state,
            words.isDefault,
            words.created,
          ]}
        >
          {found.data.map((sender) => (
            <tr key={sender.id}>
              <td>{(t.channel as Record<string, string>)[sender.channel] ?? sender.channel}</td>
              <td class="name">{sender.address}</td>
              <td>
                {sender.carrier}
                {sender.carrier === "sandbox" && <div class="hint">{words.sandbox}</div>}
              </td>
              <td class="number">{format.number(sender.max_per_second)}</td>
              <td>
                <SenderState of={sender} />
              </td>
              <td>{sender.is_default ? words.yes : "—"}</td>
              <td>{format.instant(sender.created_at)}</td>
            </tr>
          ))}
        </Table>
      )}
      <Pages page={page} of={found} onPage={turnTo} />
    </>
  );
}
