import { useTexts } from "../texts/language";
import { errorDetailsOf, isCarrierText } from "./reasons";

/** Shows details of a message's error, such as the missing variables, in addition to the error code. */
export function ErrorDetails({ of }: { of: { code: string; message: string } }) {
  const details = errorDetailsOf(of, useTexts());
  if (details === null) return null;
  return (
    <div class="hint" lang={isCarrierText(of) ? "en" : undefined}>
      {details}
    </div>
  );
}
