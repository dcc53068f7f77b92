import type { Campaign, Template } from "../../../../client";
import { CampaignStatus } from "../parts/campaign-progress";
import { type QueryResult, useQuery, useScope } from "../service/hooks";
import { useTexts } from "../texts/language";

const MAX_CAMPAIGNS = 10;
const MAX_TEMPLATES = 1_000;

interface Uses {
  campaigns: readonly Campaign[];
  /** Number of campaigns beyond `campaigns`. */
  moreCampaigns: number;
  /** Other templates that send the template as a follow-up. */
  templates: readonly Template[];
}

export const isUsed = ({ campaigns, templates }: Uses): boolean => campaigns.length + templates.length > 0;

/** Returns what prevents the deletion of a template; null if `isWanted` is false. */
export function useUses(template: Template, isWanted: boolean): QueryResult<Uses | null> {
  const mayCampaigns = useScope("campaigns:read");
  return useQuery(`uses of ${template.id} ${isWanted} ${mayCampaigns}`, async (recado) => {
    if (!isWanted) return null;
    const status = ["draft" as const, "scheduled" as const, "running" as const, "error" as const];
    const [page, templates] = await Promise.all([
      mayCampaigns
        ? recado.campaigns.list({ template_id: [template.id], status, limit: MAX_CAMPAIGNS })
        : null,
      recado.templates.list({ limit: MAX_TEMPLATES }),
    ]);
    const campaigns = page?.data ?? [];
    return {
      campaigns,
      moreCampaigns: (page?.pagination.total ?? 0) - campaigns.length,
      templates: templates.data.filter(
        ({ id, follow_ups: rules }) =>
          id !== template.id && rules.some(({ template_id: target }) => target === template.id),
      ),
    };
  });
}

/** Shows the campaigns and templates that prevent the deletion of a template. */
export function UsedBy({ of: uses }: { of: Uses }) {
  const { t, format } = useTexts();
  return (
    <>
      <p class="refusal">{t.templates.usedBy}</p>
      <ul>
        {uses.campaigns.map((campaign) => (
          <li key={campaign.id}>
            <a href={`/console/campaigns/${campaign.id}`}>{campaign.name}</a> <CampaignStatus of={campaign} />
          </li>
        ))}
        {uses.moreCampaigns > 0 && <li>{t.contacts.andMore(format.number(uses.moreCampaigns))}</li>}
        {uses.templates.map(({ id, name }) => (
          <li key={id}>
            <a href={`/console/templates/${id}`}>{name}</a>{" "}
            <span class="hint">{t.templates.sendsAsFollowUp}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
