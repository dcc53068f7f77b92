import { useTexts } from "../texts/language";

/**
 * Shows an instant of the last 24 hours as an elapsed time, and any other instant as a date and time. The
 * tooltip shows the exact time with its time zone.
 */
export function When({ at }: { at: string }) {
  const { format } = useTexts();
  return (
    <time class="whitespace-nowrap" dateTime={at} title={format.zonedInstant(at)}>
      {format.recent(at, Date.now())}
    </time>
  );
}

/** Shows an instant's date and time to the minute. The tooltip adds the seconds and the time zone. */
export function Moment({ at }: { at: string }) {
  const { format } = useTexts();
  return (
    <time dateTime={at} title={format.zonedInstant(at)}>
      {format.minute(at)}
    </time>
  );
}
