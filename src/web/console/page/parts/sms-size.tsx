import { useEffect, useState } from "preact/hooks";
import type { Gsm7Result } from "../../../../messaging/gsm7-text";
import { MAX_SMS_SEGMENTS, type SmsSegments, smsSegments } from "../../../../messaging/segments";
import { PLACEHOLDER } from "../../../../messaging/variables";
import { useTexts } from "../texts/language";
import type { Encoding } from "./encoding";
import { Checkbox } from "./form";

type ToGsm7 = (text: string) => Gsm7Result;

/**
 * Returns the service's function that transliterates a text into GSM-7; null while it is not loaded. Its
 * table is large, so it loads only when a text needs it.
 */
export function useToGsm7(isNeeded: boolean): ToGsm7 | null {
  const [loaded, setLoaded] = useState<{ toGsm7: ToGsm7 } | null>(null);
  useEffect(() => {
    if (!isNeeded) return;
    // If loading fails, pages show the original text and no number of saved segments.
    import("../../../../messaging/gsm7-text").then(setLoaded, () => undefined);
  }, [isNeeded]);
  return loaded?.toGsm7 ?? null;
}

/** Returns the segments of an SMS text without its placeholders: the fewest that the text can need. */
const leastSegments = (text: string): SmsSegments => smsSegments(text.replace(PLACEHOLDER, ""));

const hasPlaceholders = (text: string): boolean => text.search(PLACEHOLDER) >= 0;

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

interface SizeProps {
  text: string;
  encoding: Encoding;
}

/**
 * Shows the size of an SMS text in the encoding. If GSM-7 needs fewer segments than the text as entered, also
 * shows both numbers. For GSM-7, lists characters without a GSM-7 counterpart.
 */
export function EncodedSize({ text, encoding }: SizeProps) {
  const { t, format } = useTexts();
  const written = leastSegments(text);
  const isUcs2 = written.encoding === "ucs2";
  const toGsm7 = useToGsm7(isUcs2);
  const encoded = isUcs2 && toGsm7 !== null ? toGsm7(text) : { text };
  const sent = "text" in encoded ? encoded.text : text;
  const { segments } = leastSegments(sent);
  const missing = "characters" in encoded ? encoded.characters : [];
  const isGsm7 = encoding === "gsm7";
  return (
    <div>
      <SmsSize text={isGsm7 ? sent : text} />
      <span class="hint block" role="status">
        {segments < written.segments &&
          (isGsm7 ? t.content.instead : t.content.wouldBe)(
            format.number(segments),
            format.number(written.segments),
            hasPlaceholders(text),
          )}
      </span>
      {isGsm7 && missing.length > 0 && <p class="refusal">{t.content.noCounterpart(missing.join(" "))}</p>}
    </div>
  );
}

interface ChoiceProps {
  encoding: Encoding;
  onEncoding(encoding: Encoding): void;
}

/** Shows the checkbox that turns on the transliteration of SMS texts into GSM-7. */
export function EncodingChoice({ encoding, onEncoding }: ChoiceProps) {
  const { t } = useTexts();
  return (
    <div class="field">
      <Checkbox
        label={t.content.gsm7}
        checked={encoding === "gsm7"}
        onChange={(isOn) => onEncoding(isOn ? "gsm7" : "auto")}
      />
      <p class="hint">{t.content.gsm7Hint}</p>
    </div>
  );
}
