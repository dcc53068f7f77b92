import type { Campaign } from "../../../../client";
import { useTexts } from "../texts/language";
import { verdictOf } from "./campaign-outcome";
import { OutcomeBar } from "./outcome-bar";

export function CampaignStatus({ of }: { of: Campaign }) {
  const { t } = useTexts();
  const judged = verdictOf(of);
  return (
    <span class={`status tone-${judged?.tone ?? "calm"}`}>
      {judged === null ? of.status : t.campaigns.verdicts[judged.verdict]}
    </span>
  );
}

/**
 * Shows a campaign's outcomes, and its progress while messages are pending. Shows a dash if the campaign has
 * no messages and expects none.
 */
export function CampaignProgress({ of }: { of: Pick<Campaign, "name" | "progress" | "expected_total"> }) {
  const { t, format } = useTexts();
  const { progress, expected_total: expected } = of;
  if (progress.total === 0 && expected === null) return <>—</>;
  const done = progress.total - progress.pending;
  const steps =
    expected !== null
      ? [t.campaigns.preparing(format.number(progress.total), format.number(expected), expected === 1)]
      : progress.pending > progress.waiting
        ? [t.campaigns.done(format.number(done), format.number(progress.total), progress.total === 1)]
        : [];
  const waits = progress.waiting > 0 ? [t.campaigns.waiting(format.number(progress.waiting))] : [];
  const words = [...steps, ...waits].join(" · ");
  return (
    <span class="block">
      <OutcomeBar
        name={`${t.campaigns.progress}: ${of.name}`}
        counts={progress}
        of={expected ?? progress.total}
      />
      {words !== "" && <span class="hint">{words}</span>}
    </span>
  );
}
