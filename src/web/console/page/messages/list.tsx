import { useLocation } from "preact-iso";
import type { Params } from "../../../../client";
import { useTexts } from "../language";
import { addressOf, Pages } from "../parts/pages";
import { State } from "../parts/state";
import { Status } from "../parts/status";
import { Table } from "../parts/table";
import { useAccount } from "../signed-in";
import { useAnswer } from "../use-answer";
import { Export } from "./export";
import { type Filters, readFilters, toParams } from "./filters";
import { OfCampaign } from "./of-campaign";
import { inALine } from "./words";

const HERE = "/console/messages";
/** How often the first page is looked at while it is open, in milliseconds. */
const LIVE = 3_000;

export function MessageList() {
  const { t, format } = useTexts();
  const { recado } = useAccount();
  const { query, route } = useLocation();
  const filters = readFilters(query);
  const params = toParams(filters) as Params<"listMessages">;
  const answer = useAnswer(JSON.stringify(params), (signal) => recado.messages.list(params, { signal }), {
    everyMs: filters.page === 1 ? LIVE : null,
  });
  const show = (changes: Partial<Filters>) => route(addressOf(HERE, { ...filters, page: 1, ...changes }));
  const page = answer.value;
  return (
    <>
      <h1>{t.messages.title}</h1>
      <FilterForm key={JSON.stringify(filters)} filters={filters} onApply={show} />
      {filters.campaign !== "" && <OfCampaign id={filters.campaign} />}
      <State answer={answer} />
      {page !== null && (
        <>
          <div class="found">
            <p class="hint" aria-live="polite">
              {t.messages.count(format.number(page.data.length), format.number(page.pagination.total))}
            </p>
            {page.data.length > 0 && <Export filters={filters} />}
          </div>
          {page.data.length === 0 ? (
            <p>{t.messages.empty}</p>
          ) : (
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
                    <a href={`${HERE}/${message.id}`}>{format.instant(message.created_at)}</a>
                  </td>
                  <td>{(t.channel as Record<string, string>)[message.channel] ?? message.channel}</td>
                  <td class="phone">{message.to}</td>
                  <td class="line">{inALine(message.content, t)}</td>
                  <td>
                    <Status status={message.status} />
                  </td>
                  <td class="number">{format.money(message.price)}</td>
                </tr>
              ))}
            </Table>
          )}
          <Pages
            page={filters.page}
            count={page.data.length}
            hasMore={page.pagination.has_more}
            onPage={(to) => show({ page: to })}
          />
        </>
      )}
    </>
  );
}

function FilterForm({ filters, onApply }: { filters: Filters; onApply(changes: Partial<Filters>): void }) {
  const { t } = useTexts();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onApply(Object.fromEntries(new FormData(event.currentTarget as HTMLFormElement)) as Partial<Filters>);
  };
  const choice = (name: "channel" | "status", words: Readonly<Record<string, string>>) => (
    <label>
      {t.messages[name]}
      <select name={name} defaultValue={filters[name]}>
        <option value="">{t.messages.any}</option>
        {Object.entries(words).map(([value, text]) => (
          <option key={value} value={value} selected={value === filters[name]}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <form class="filters" role="search" onSubmit={submit}>
      <label>
        {t.messages.search}
        <input name="search" type="search" minLength={3} maxLength={120} defaultValue={filters.search} />
      </label>
      {choice("channel", t.channel)}
      {choice("status", t.status)}
      <label>
        {t.messages.from}
        <input name="from" type="date" defaultValue={filters.from} />
      </label>
      <label>
        {t.messages.to}
        <input name="to" type="date" defaultValue={filters.to} />
      </label>
      <button type="submit" class="first">
        {t.messages.apply}
      </button>
      <a href={HERE}>{t.messages.clear}</a>
    </form>
  );
}
