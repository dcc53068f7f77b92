import { useLocation } from "preact-iso";
import type { Campaign, Params } from "../../../../client";
import { useTexts } from "../language";
import { addressOf, PAGE_SIZE, pageIn, Pages } from "../parts/pages";
import { State } from "../parts/state";
import { Table } from "../parts/table";
import { useAccount, useScope } from "../signed-in";
import { useAnswer } from "../use-answer";
import { Advance, CampaignStatus, HERE } from "./parts";

/** How often a page is looked at while it is open, in milliseconds. */
const LIVE = 3_000;

interface Filters {
  search: string;
  status: string;
  page: number;
}

const readFilters = (query: Readonly<Record<string, string>>): Filters => ({
  search: query.search ?? "",
  status: query.status ?? "",
  page: pageIn(query),
});

const toParams = ({ search, status, page }: Filters) => ({
  ...(search === "" ? {} : { search }),
  ...(status === "" ? {} : { status: [status] }),
  limit: PAGE_SIZE,
  offset: (page - 1) * PAGE_SIZE,
});

export function CampaignList() {
  const { t, format } = useTexts();
  const { recado } = useAccount();
  const mayWrite = useScope("campaigns:write");
  const { query, route } = useLocation();
  const filters = readFilters(query);
  const params = toParams(filters) as Params<"listCampaigns">;
  const answer = useAnswer(JSON.stringify(params), (signal) => recado.campaigns.list(params, { signal }), {
    everyMs: LIVE,
  });
  const show = (changes: Partial<Filters>) => route(addressOf(HERE, { ...filters, page: 1, ...changes }));
  const page = answer.value;
  const isFiltered = filters.search !== "" || filters.status !== "";
  return (
    <>
      <div class="head">
        <h1>{t.campaigns.title}</h1>
        {mayWrite && (
          <a class="first" href={`${HERE}/new`}>
            {t.campaigns.create}
          </a>
        )}
      </div>
      <FilterForm key={JSON.stringify(filters)} filters={filters} onApply={show} />
      <State answer={answer} />
      {page !== null && page.data.length === 0 && (
        <p>{isFiltered ? t.campaigns.none : t.campaigns.noneYet}</p>
      )}
      {page !== null && page.data.length > 0 && (
        <>
          <p class="hint" aria-live="polite">
            {t.campaigns.count(format.number(page.data.length), format.number(page.pagination.total))}
          </p>
          <Table
            label={t.campaigns.title}
            columns={[
              t.campaigns.name,
              t.campaigns.status,
              t.campaigns.channel,
              t.campaigns.progress,
              t.campaigns.created,
            ]}
          >
            {page.data.map((campaign) => (
              <Row key={campaign.id} campaign={campaign} />
            ))}
          </Table>
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

function Row({ campaign }: { campaign: Campaign }) {
  const { t, format } = useTexts();
  const { id, name, status, channel, scheduled_at: at } = campaign;
  return (
    <tr>
      <td class="name">
        <a href={`${HERE}/${id}`}>{name}</a>
      </td>
      <td>
        <CampaignStatus status={status} />
        {status === "scheduled" && at !== null && <div class="hint">{format.instant(at)}</div>}
      </td>
      <td>{(t.channel as Record<string, string>)[channel] ?? channel}</td>
      <td>
        <Advance of={campaign} />
      </td>
      <td>{format.instant(campaign.created_at)}</td>
    </tr>
  );
}

function FilterForm({ filters, onApply }: { filters: Filters; onApply(changes: Partial<Filters>): void }) {
  const { t } = useTexts();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onApply(Object.fromEntries(new FormData(event.currentTarget as HTMLFormElement)) as Partial<Filters>);
  };
  return (
    <form class="filters" role="search" onSubmit={submit}>
      <label>
        {t.campaigns.search}
        <input name="search" type="search" minLength={3} maxLength={120} defaultValue={filters.search} />
      </label>
      <label>
        {t.campaigns.status}
        <select name="status">
          <option value="">{t.campaigns.any}</option>
          {Object.entries(t.campaigns.statuses).map(([value, text]) => (
            <option key={value} value={value} selected={value === filters.status}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" class="first">
        {t.campaigns.apply}
      </button>
      <a href={HERE}>{t.campaigns.clear}</a>
    </form>
  );
}
