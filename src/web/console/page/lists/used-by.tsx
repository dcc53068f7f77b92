import type { ContactList } from "../../../../client";
import { CampaignStatus } from "../parts/campaign-progress";
import { State } from "../parts/state";
import { useScope, useScopedQuery } from "../service/hooks";
import { useTexts } from "../texts/language";

const MAX_CAMPAIGNS = 10;

/** Shows the campaigns that could no longer be launched if the list were deleted. */
export function UsedBy({ list }: { list: ContactList }) {
  const { t, format } = useTexts();
  const mayRead = useScope("campaigns:read");
  const result = useScopedQuery({
    scope: "campaigns:read",
    key: `campaigns of ${list.id}`,
    none: null,
    load: ({ campaigns }) =>
      campaigns.list({ list_id: [list.id], status: ["draft", "scheduled", "error"], limit: MAX_CAMPAIGNS }),
  });
  if (!mayRead) return <p>{t.lists.unknownUse}</p>;
  const page = result.value;
  if (page === null) return <State result={result} />;
  if (page.data.length === 0) return null;
  const more = page.pagination.total - page.data.length;
  return (
    <>
      <p class="refusal">{t.lists.usedBy}</p>
      <ul>
        {page.data.map((campaign) => (
          <li key={campaign.id}>
            <a href={`/console/campaigns/${campaign.id}`}>{campaign.name}</a> <CampaignStatus of={campaign} />
            {campaign.status === "scheduled" && campaign.scheduled_at !== null && (
              <div class="hint">{format.minute(campaign.scheduled_at)}</div>
            )}
          </li>
        ))}
        {more > 0 && <li>{t.contacts.andMore(format.number(more))}</li>}
      </ul>
    </>
  );
}
