import { MAX_SMS_SEGMENTS, smsSegments } from "../../../../messaging/segments";
import { PLACEHOLDER } from "../../../../messaging/variables";
import { useTexts } from "../texts/language";

/** Shows the number of SMS segments of a text, and the characters outside GSM-7 that increase it. */
export function SmsSize({ text }: { text: string }) {
  const { t, format } = useTexts();
  const { segments, units, encoding, ucs2Characters } = smsSegments(text);
  if (text === "") return null;
  const hasPlaceholders = text.search(PLACEHOLDER) >= 0;
  return (
    <p class="hint sms-size">
      <span class={segments > MAX_SMS_SEGMENTS ? "refusal" : undefined}>
        {t.content.sms(format.number(segments), segments === 1, format.number(units))}
      </span>
      {encoding === "ucs2" && (
        <>
          {" "}
          {t.content.odd}{" "}
          {ucs2Characters.slice(0, 30).map((character) => (
            <mark key={character} class="piece-odd">
              {character}
            </mark>
          ))}
          . {t.content.oddCost}
        </>
      )}
      {hasPlaceholders && ` ${t.content.beforeValues}`}
    </p>
  );
}
