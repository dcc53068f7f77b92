import { useTexts } from "../texts/language";
import { particularsOf } from "./reasons";

/** What there is to say of a message's error beside its code. */
export function Particulars({ of }: { of: { code: string; message: string } }) {
  const particulars = particularsOf(of, useTexts());
  return particulars === null ? null : <div class="hint">{particulars}</div>;
}
