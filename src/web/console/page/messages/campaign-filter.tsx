import { useLocation } from "preact-iso";
import { useTexts } from "../texts/language";
import { addressOf } from "../parts/pages";
import { useAccount, useScope } from "../service/signed-in";
import { useQuery } from "../service/use-query";

export function CampaignFilter({ id }: { id: string }) {
  const { t } = useTexts();
  const { recado } = useAccount();
  const mayRead = useScope("campaigns:read");
  const { path, query } = useLocation();
  const { value } = useQuery(`campaign ${id} ${mayRead}`, async (signal) =>
    mayRead ? await recado.campaigns.get({ campaign_id: id }, { signal }) : null,
  );
  return (
    <p>
      {t.messages.ofCampaign} <a href={`/console/campaigns/${id}`}>{value?.name ?? id}</a>.{" "}
      <a href={addressOf(path, { ...query, campaign: "", page: 1 })}>{t.messages.ofAll}</a>
    </p>
  );
}
