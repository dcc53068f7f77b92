import { MAX_SMS_SEGMENTS, type SmsSegments, smsSegments } from "../../../../messaging/segments";
import { PLACEHOLDER } from "../../../../messaging/variables";
import { useTexts } from "../texts/language";

/** Returns the segments of an SMS text without its placeholders: the fewest that the text can need. */
export const leastSegments = (text: string): SmsSegments => smsSegments(text.replace(PLACEHOLDER, ""));

export const hasPlaceholders = (text: string): boolean => text.search(PLACEHOLDER) >= 0;

/** Shows the number of SMS segments of a text, and the characters outside GSM-7 that increase it. */
export function SmsSize({ text }: { text: string }) {
  const { t, format } = useTexts();
  if (text === "") return null;
  const { segments, units, encoding, ucs2Characters } = leastSegments(text);
  const count = Math.max(segments, 1);
  const words = hasPlaceholders(text) ? t.content.smsWithoutValues : t.content.sms;
  return (
    <p class="hint sms-size">
      <span class={count > MAX_SMS_SEGMENTS ? "refusal" : undefined}>
        {words(format.number(count), count === 1, format.number(units))}
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
    </p>
  );
}
