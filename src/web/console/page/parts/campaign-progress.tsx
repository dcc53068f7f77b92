import { useTexts } from "../texts/language";
import { type Counts, deliveryOf, present } from "./outcomes";
import type { Campaign } from "../../../../client";
import { verdictOf } from "./campaign-outcome";

interface BarProps {
  name: string;
  counts: Counts;
  /** Count that fills the whole bar. */
  of: number;
}

function OutcomeBar({ name, counts, of }: BarProps) {
  const { t, format } = useTexts();
  const shown = present([counts]);
  const words = shown.map((outcome) => `${t.status[outcome]} ${format.number(counts[outcome])}`);
  let start = 0;
  return (
    <svg
      class="outcome-bar"
      viewBox={`0 0 ${Math.max(1, of)} 1`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${name}: ${words.join(", ")}`}
    >
      {shown.map((outcome) => {
        const x = start;
        start += counts[outcome];
        return (
          <rect key={outcome} class={`status-${outcome}`} x={x} y={0} width={counts[outcome]} height={1} />
        );
      })}
    </svg>
  );
}

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

interface RateProps {
  counts: Counts;
  /** Number of messages that the campaign has yet to create. */
  remaining?: number;
}

/**
 * Returns a text that says how many of the messages with a final outcome were delivered; null if no message
 * was or will be submitted.
 */
export function deliveredText(counts: Counts, remaining: number, { t, format }: ReturnType<typeof useTexts>) {
  const { ended, all } = deliveryOf(counts, remaining);
  if (all === 0) return null;
  return t.rates.deliveredOfFinal(
    format.number(counts.delivered + counts.read),
    format.number(ended),
    ended === 1,
  );
}

/** Returns a text with the numbers of blocked and of erroneous messages; null if both are zero. */
export function notSentText(
  counts: Pick<Counts, "error" | "blocked">,
  { t, format }: ReturnType<typeof useTexts>,
) {
  const { error, blocked } = counts;
  const parts = [
    ...(error > 0 ? [t.rates.failedBefore(format.number(error))] : []),
    ...(blocked > 0 ? [t.rates.blocked(format.number(blocked), blocked === 1)] : []),
  ];
  return parts.length === 0 ? null : parts.join(", ");
}

/** Shows the share of delivered messages, or a dash while it is unknown, and how many were not sent. */
export function DeliveryRate({ counts, remaining = 0 }: RateProps) {
  const { t, format } = useTexts();
  const { share, notSent, errors } = deliveryOf(counts, remaining);
  return (
    <>
      {share === null ? "—" : format.share(share)}
      {notSent > 0 && (
        <div class={errors > 0 ? "refusal" : "hint"}>{t.rates.notSent(format.number(notSent))}</div>
      )}
    </>
  );
}
