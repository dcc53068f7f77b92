import { BookOpen, type IconNode, Plus } from "lucide";
import type { Texts } from "../texts/en";
import type { Entry } from "./entries";

/** Page in the menu. The user opens it by pressing `g` and its letter. */
export interface Place {
  href: string;
  name(t: Texts): string;
  icon: IconNode;
  letter: string;
  /** Scope that a key needs to see the page; null if every key sees the page. */
  scope: string | null;
}

/** Returns the pages that an API key with the scopes may see. */
export const visible = (places: readonly Place[], scopes: readonly string[]): Place[] =>
  places.filter(({ scope }) => scope === null || scopes.includes(scope));

/** Returns palette entries for the pages and actions that an API key with the scopes may use. */
export function actionsFor(places: readonly Place[], scopes: readonly string[], t: Texts): Entry[] {
  const create = [
    ["campaigns:write", "/console/campaigns/new", t.campaigns.create],
    ["contacts:write", "/console/contacts/new", t.contacts.create],
    ["contacts:write", "/console/lists/new", t.lists.create],
    ["templates:write", "/console/templates/new", t.templates.new],
  ] as const;
  return [
    ...visible(places, scopes).map(({ href, name, icon, letter }) => ({
      id: href,
      href,
      title: name(t),
      icon,
      letter,
    })),
    ...create
      .filter(([scope]) => scopes.includes(scope))
      .map(([, href, title]) => ({ id: href, href, title, icon: Plus })),
    { id: "/docs", href: t.menu.docsHref, title: t.menu.docs, icon: BookOpen },
  ];
}
