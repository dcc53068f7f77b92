import type { Texts } from "../texts/en";
import { wordFor } from "../texts/language";

/** Returns a scope in the words of the page of API keys, such as “Contacts and lists · read”. */
export function scopeName(scope: string, { settings }: Texts): string {
  const [area = "", verb = ""] = scope.split(":");
  return `${wordFor(settings.keys.areas, area)} · ${wordFor(settings.keys.verbs, verb)}`;
}
