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
