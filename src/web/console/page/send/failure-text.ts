import { errorDetailsOf, type Said } from "../parts/reasons";

/** Why somebody gets nothing, in the person's words; what this page does not know yet in the service's own. */
export function failureText(reason: string, message: string | null, said: Said): string {
  const words = (said.t.send.reasons as Record<string, string>)[reason];
  const particulars = message === null ? null : errorDetailsOf({ code: reason, message }, said);
  if (words === undefined) return message ?? reason;
  return particulars === null ? words : `${words} (${particulars})`;
}
