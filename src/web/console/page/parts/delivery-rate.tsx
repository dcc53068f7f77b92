import { useTexts } from "../texts/language";
import { type Counts, deliveryOf } from "./outcomes";

interface Props {
  counts: Counts;
  /** Number of messages that the campaign has yet to create. */
  remaining?: number;
}

/** Table cell with the share delivered and the number of messages not sent. */
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

/** Figures with the share delivered and the number of messages not sent. */
export function DeliveryFigures({ counts, remaining = 0 }: Props) {
  const { t, format } = useTexts();
  const { share, ended, all, errors, blocked, notSent } = deliveryOf(counts, remaining);
  const number = (count: number) => format.number(count);
  return (
    <>
      <div class="card">
        <dt>{t.rates.delivered}</dt>
        <dd>{share === null ? "—" : format.share(share)}</dd>
        <dd class="hint">
          {share === null && all > 0 ? t.rates.early(number(ended), number(all)) : t.rates.deliveredHint}
        </dd>
      </div>
      <div class="card">
        <dt>{t.rates.notSentName}</dt>
        <dd class={errors > 0 ? "refusal" : undefined}>{number(notSent)}</dd>
        <dd class="hint">{t.rates.notSentHint(number(errors), number(blocked))}</dd>
      </div>
    </>
  );
}
