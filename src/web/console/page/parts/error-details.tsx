import { useTexts } from "../texts/language";
import { errorDetailsOf } from "./reasons";

/** Shows details of a message's error, such as the missing variables, in addition to the error code. */
export function ErrorDetails({ of }: { of: { code: string; message: string } }) {
  const details = errorDetailsOf(of, useTexts());
  return details === null ? null : <div class="hint">{details}</div>;
}
