import { useTexts } from "../texts/language";
import { errorDetailsOf } from "./reasons";

/** What there is to say of a message's error beside its code. */
export function ErrorDetails({ of }: { of: { code: string; message: string } }) {
  const particulars = errorDetailsOf(of, useTexts());
  return particulars === null ? null : <div class="hint">{particulars}</div>;
}
