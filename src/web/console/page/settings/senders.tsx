import { useLocation } from "preact-iso";
import { useTexts } from "../language";
import { addressOf, PAGE_SIZE, pageIn, Pages } from "../parts/pages";
import { State } from "../parts/state";
import { Table } from "../parts/table";
import { useAccount } from "../signed-in";
import { useAnswer } from "../use-answer";
import { Settings } from "./settings";

export function Senders() {
  const { t, format } = useTexts();
  const { recado } = useAccount();
  const { path, query, route } = useLocation();
  const page = pageIn(query);
  const answer = useAnswer(`senders ${page}`, (signal) =>
    recado.senders.list({ limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }, { signal }),
  );
  const words = t.settings.senders;
  const found = answer.value;
  return (
    <Settings>
      <p class="hint">{words.intro}</p>
      <State answer={answer} />
      {found?.data.length === 0 && <p>{words.none}</p>}
      {found !== null && found.data.length > 0 && (
        <Table
          label={t.settings.tabs.senders}
          columns={[
            words.channel,
            words.address,
            words.carrier,
            { name: words.speed, isNumber: true },
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
              <td>{sender.is_default ? words.yes : "—"}</td>
              <td>{format.instant(sender.created_at)}</td>
            </tr>
          ))}
        </Table>
      )}
      {found !== null && (
        <Pages
          page={page}
          count={found.data.length}
          hasMore={found.pagination.has_more}
          onPage={(to) => route(addressOf(path, { page: to }))}
        />
      )}
    </Settings>
  );
}
