import type { Campaign } from "../../../../client";
import { useTexts } from "../texts/language";
import { Bars } from "../parts/bars";
import { CampaignProgress } from "../parts/campaign-progress";
import { DeliveryFigures } from "../parts/delivery-rate";
import { present } from "../parts/outcomes";
import { Status } from "../parts/status";
import { Table } from "../parts/table";
import { useAccount, useScope } from "../service/signed-in";
import { useQuery } from "../service/use-query";
import { addressOf } from "../parts/pages";

/** Polling interval of the cost in milliseconds; long, because the response covers all campaigns. */
const POLL_MS = 15_000;

export function Outcomes({ campaign }: { campaign: Campaign }) {
  const { t, format } = useTexts();
  const { progress, expected_total: expected } = campaign;
  const mayMessages = useScope("messages:read");
  const shown = present([progress]);
  return (
    <>
      <dl class="figures">
        <div class="card">
          <dt>{t.campaigns.made}</dt>
          <dd>{format.number(progress.total)}</dd>
          {expected !== null && (
            <dd class="hint">
              {t.campaigns.preparing(format.number(progress.total), format.number(expected))}
            </dd>
          )}
        </div>
        <DeliveryFigures counts={progress} remaining={expected === null ? 0 : expected - progress.total} />
        {mayMessages && <Cost campaign={campaign} />}
      </dl>
      <section class="card">
        <h2>{t.campaigns.outcomes}</h2>
        <CampaignProgress of={campaign} />
        <Bars
          label={t.campaigns.outcomes}
          bars={shown.map((outcome) => t.status[outcome])}
          series={[
            {
              name: t.campaigns.howMany,
              values: shown.map((outcome) => progress[outcome]),
              colours: shown.map((outcome) => `outcome-${outcome}`),
            },
          ]}
          isHorizontal
        />
        <details>
          <summary>{t.campaigns.outcomesTable}</summary>
          <Table
            label={t.campaigns.outcomes}
            columns={[
              t.campaigns.outcome,
              { name: t.campaigns.howMany, isNumber: true },
              { name: t.campaigns.share, isNumber: true },
            ]}
          >
            {shown.map((outcome) => (
              <tr key={outcome}>
                <th scope="row">
                  {mayMessages ? (
                    <a href={addressOf("/console/messages", { campaign: campaign.id, status: outcome })}>
                      <Status status={outcome} />
                    </a>
                  ) : (
                    <Status status={outcome} />
                  )}
                </th>
                <td class="number">{format.number(progress[outcome])}</td>
                <td class="number">{format.share(progress[outcome] / progress.total)}</td>
              </tr>
            ))}
          </Table>
        </details>
      </section>
    </>
  );
}

function Cost({ campaign: { id, created_at: created } }: { campaign: Campaign }) {
  const { t, format } = useTexts();
  const { recado } = useAccount();
  const result = useQuery(
    `cost ${id}`,
    (signal) => recado.usage.get({ group_by: "campaign", from: created.slice(0, 10) }, { signal }),
    { everyMs: POLL_MS },
  );
  const row = result.value?.data.find(({ campaign_id }) => campaign_id === id);
  return (
    <div class="card">
      <dt>{t.campaigns.cost}</dt>
      <dd>{row ? format.money(row.price) : "—"}</dd>
      <dd class="hint">{t.campaigns.withFollowUps}</dd>
    </div>
  );
}
