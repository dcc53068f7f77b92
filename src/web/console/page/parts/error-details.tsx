import { useTexts } from "../texts/language";
import { errorDetailsOf } from "./reasons";

/** Shows the details of a message's error besides its code. */
export function ErrorDetails({ of }: { of: { code: string; message: string } }) {
  const details = errorDetailsOf(of, useTexts());
  return details === null ? null : <div class="hint">{details}</div>;
}
