import { useTexts } from "../texts/language";
import { type Counts, deliveryOf } from "./outcomes";

interface Props {
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

/** Shows the share of delivered messages, or a dash while unknown, and the number of refused messages. */
export function DeliveryRate({ counts, remaining = 0 }: Props) {
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
