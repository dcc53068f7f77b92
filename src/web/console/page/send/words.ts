import type { Texts } from "../texts/en";

/** Why somebody gets nothing, in the person's words; what this page does not know yet in the service's own. */
export function reasonIn(reason: string, message: string | null, { send: t }: Texts): string {
  const words = (t.reasons as Record<string, string>)[reason];
  if (words === undefined) return message ?? reason;
  return reason === "missing_variable" && message !== null ? `${words} (${message})` : words;
}
