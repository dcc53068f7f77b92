import type { Campaign, ListCampaignsParams } from "../../../../client";
import { useTexts } from "../texts/language";
import { CampaignProgress, CampaignStatus } from "../parts/campaign-progress";
import { DeliveryRate } from "../parts/delivery-rate";
import { filterValue, filterValues } from "../parts/filter-values";
import { Choice, FilterForm, useFilters } from "../parts/filters";
import { Heading } from "../parts/heading";
import { Listing } from "../parts/listing";
import { Pages, slice } from "../parts/pages";
import { Table } from "../parts/table";
import { useAccount, useScope } from "../service/signed-in";
import { useQuery } from "../service/use-query";
import { BASE_PATH } from "./parts";

const POLL_MS = 3_000;

export function CampaignList() {
  const { t, format } = useTexts();
  const { recado } = useAccount();
  const mayWrite = useScope("campaigns:write");
  const filtering = useFilters(BASE_PATH, ["search", "status"]);
  const { search, status } = filtering.filters;
  const params = {
    ...{ search: filterValue(search), status: filterValues(status) },
    ...slice(filtering.page),
  } as ListCampaignsParams;
  const result = useQuery(JSON.stringify(params), (signal) => recado.campaigns.list(params, { signal }), {
    everyMs: POLL_MS,
  });
  const page = result.value;
  return (
    <>
      <div class="head">
        <Heading name={t.campaigns.title} />
        {mayWrite && (
          <a class="btn" href={`${BASE_PATH}/new`}>
            {t.campaigns.create}
          </a>
        )}
      </div>
      <FilterForm of={filtering} label={t.campaigns.search}>
        <Choice of={filtering} name="status" label={t.campaigns.status} options={t.campaigns.statuses} />
      </FilterForm>
      <Listing
        result={result}
        of={filtering}
        noMatch={t.campaigns.none}
        none={t.campaigns.noneYet}
        nextSteps={mayWrite ? [{ href: `${BASE_PATH}/new`, label: t.campaigns.createFirst }] : []}
      >
        {page !== null && (
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
                { name: t.rates.delivered, isNumber: true },
                t.campaigns.created,
              ]}
            >
              {page.data.map((campaign) => (
                <Row key={campaign.id} campaign={campaign} />
              ))}
            </Table>
          </>
        )}
      </Listing>
      <Pages page={filtering.page} of={page} onPage={filtering.turnTo} />
    </>
  );
}

function Row({ campaign }: { campaign: Campaign }) {
  const { t, format } = useTexts();
  const { id, name, status, channel, scheduled_at: at, progress, expected_total: expected } = campaign;
  const remaining = expected === null ? 0 : expected - progress.total;
  return (
    <tr>
      <td class="name">
        <a href={`${BASE_PATH}/${id}`}>{name}</a>
      </td>
      <td>
        <CampaignStatus of={campaign} />
        {status === "scheduled" && at !== null && <div class="hint">{format.instant(at)}</div>}
      </td>
      <td>{(t.channel as Record<string, string>)[channel] ?? channel}</td>
      <td>
        <CampaignProgress of={campaign} />
      </td>
      <td class="number">
        <DeliveryRate counts={progress} remaining={remaining} />
      </td>
      <td>{format.instant(campaign.created_at)}</td>
    </tr>
  );
}
