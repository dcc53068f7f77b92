import { errorDetailsOf, type Localization } from "../parts/reasons";

/** Returns why a message was not sent. For an unknown code, returns the service's text. */
export function failureText(reason: string, message: string | null, localization: Localization): string {
  const words = (localization.t.send.reasons as Record<string, string>)[reason];
  const details = message === null ? null : errorDetailsOf({ code: reason, message }, localization);
  if (words === undefined) return message ?? reason;
  return details === null ? words : `${words} (${details})`;
}
