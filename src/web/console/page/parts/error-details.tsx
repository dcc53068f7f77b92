import { useTexts } from "../texts/language";
import { errorDetailsOf } from "./reasons";

/** Shows the part of a message's error that its code does not express. */
export function ErrorDetails({ of }: { of: { code: string; message: string } }) {
  const details = errorDetailsOf(of, useTexts());
  return details === null ? null : <div class="hint">{details}</div>;
}
