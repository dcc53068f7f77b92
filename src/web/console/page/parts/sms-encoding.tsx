import { smsSegments } from "../../../../messaging/segments";
import { useTexts } from "../texts/language";
import type { Encoding } from "./encoding";
import { SmsSize } from "./sms-size";
import { useToGsm7 } from "./use-to-gsm7";

interface Props {
  text: string;
  encoding: Encoding;
  onEncoding(encoding: Encoding): void;
}

/** Choice of an SMS text's encoding, with the number of segments that it saves. */
export function SmsEncoding({ text, encoding, onEncoding }: Props) {
  const { t, format } = useTexts();
  const written = smsSegments(text);
  const isUcs2 = written.encoding === "ucs2";
  const toGsm7 = useToGsm7(isUcs2);
  const encoded = isUcs2 && toGsm7 !== null ? toGsm7(text) : { text, segmentsAsWritten: written.segments };
  const sent = "text" in encoded ? encoded.text : text;
  const { segments } = smsSegments(sent);
  const missing = "characters" in encoded ? encoded.characters : [];
  const isGsm7 = encoding === "gsm7";
  return (
    <>
      <SmsSize text={isGsm7 ? sent : text} />
      <label>
        <input
          type="checkbox"
          checked={isGsm7}
          onChange={({ currentTarget }) => onEncoding(currentTarget.checked ? "gsm7" : "auto")}
        />
        {t.content.gsm7}
      </label>
      <p class="hint">{t.content.gsm7Hint}</p>
      <p class="hint" role="status">
        {segments < written.segments &&
          (isGsm7 ? t.content.instead : t.content.wouldBe)(
            format.number(segments),
            format.number(written.segments),
          )}
      </p>
      {isGsm7 && missing.length > 0 && <p class="refusal">{t.content.noCounterpart(missing.join(" "))}</p>}
    </>
  );
}
