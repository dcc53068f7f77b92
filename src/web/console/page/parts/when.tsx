import { useTexts } from "../texts/language";

/** Shows how long ago an instant was, within a day, and its date and time otherwise. Exact on hover. */
export function When({ at }: { at: string }) {
  const { format } = useTexts();
  return (
    <time class="whitespace-nowrap" dateTime={at} title={format.instant(at)}>
      {format.recent(at, Date.now())}
    </time>
  );
}
