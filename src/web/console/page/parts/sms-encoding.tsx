import { useTexts } from "../texts/language";
import type { Encoding } from "./encoding";
import { hasPlaceholders, leastSegments, SmsSize } from "./sms-size";
import { useToGsm7 } from "./use-to-gsm7";
import { Checkbox } from "./field";

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

/** Shows the checkbox that has SMS texts transliterated into GSM-7. */
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
