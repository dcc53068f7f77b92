import { type Campaign, isRecadoError } from "../../../../client";
import { needsAttention } from "../parts/campaign-outcome";
import { CampaignStatus } from "../parts/campaign-progress";
import { checkLaunch, hasNoRecipients } from "../parts/launch-check";
import { useAccount, useScope } from "../service/signed-in";
import { useQuery } from "../service/use-query";
import { useTexts } from "../texts/language";
import { Part } from "./parts";

/** Polling interval in milliseconds. It is long, because each check previews up to 1000 messages. */
const POLL_MS = 60_000;
const MAX_CAMPAIGNS = 100;
/** Maximum number of scheduled campaigns to check. Campaigns with the earliest launch are checked. */
const MAX_CHECKED = 5;

interface Item {
  campaign: Campaign;
  /** Problem of a scheduled campaign; null for a campaign that has ended. */
  fault: "no-recipients" | "list-gone" | null;
}

/** Shows scheduled campaigns that cannot reach recipients, and campaigns that recently ended badly. */
export function Attention() {
  const { t, format } = useTexts();
  const { recado } = useAccount();
  const [mayContacts, maySend] = [useScope("contacts:read"), useScope("messages:send")];
  const result = useQuery(
    `attention ${mayContacts} ${maySend}`,
    async (signal): Promise<Item[]> => {
      const of = async (status: ("scheduled" | "error" | "completed")[]) =>
        (await recado.campaigns.list({ status, limit: MAX_CAMPAIGNS }, { signal })).data;
      const [scheduled, ended] = await Promise.all([of(["scheduled"]), of(["error", "completed"])]);
      const next = [...scheduled]
        .sort((a, b) => (a.scheduled_at ?? "").localeCompare(b.scheduled_at ?? ""))
        .slice(0, MAX_CHECKED);
      const items: Item[] = [];
      for (const campaign of mayContacts && maySend ? next : []) {
        try {
          if (hasNoRecipients(await checkLaunch(recado, campaign, signal)))
            items.push({ campaign, fault: "no-recipients" });
        } catch (error) {
          if (!isRecadoError(error, "not_found")) throw error;
          items.push({ campaign, fault: "list-gone" });
        }
      }
      const bad = ended.filter((campaign) => needsAttention(campaign, Date.now()));
      return [...items, ...bad.map((campaign) => ({ campaign, fault: null }))];
    },
    { everyMs: POLL_MS },
  );
  const items = result.value ?? [];
  return (
    <Part
      title={t.overview.attention}
      result={result}
      isEmpty={items.length === 0}
      empty={t.overview.noAttention}
    >
      {items.map(({ campaign, fault }) => (
        <li key={campaign.id}>
          <a class="line" href={`/console/campaigns/${campaign.id}`}>
            {campaign.name}
          </a>
          {fault === null ? (
            <CampaignStatus of={campaign} />
          ) : (
            <span class="refusal">
              {(fault === "no-recipients" ? t.overview.noRecipients : t.overview.listDeleted)(
                format.instant(campaign.scheduled_at ?? campaign.updated_at),
              )}
            </span>
          )}
        </li>
      ))}
    </Part>
  );
}
