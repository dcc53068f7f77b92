import { BookOpen, Plus, Smartphone } from "lucide";
import { AREAS } from "../areas";
import type { Texts } from "../texts/en";
import type { Entry } from "./entries";

/** Returns the pages and actions that a key with the scopes may use. */
export function actionsFor(scopes: readonly string[], t: Texts, phone: string | undefined): Entry[] {
  const create = [
    ["campaigns:write", "/console/campaigns/new", t.palette.newCampaign],
    ["contacts:write", "/console/contacts/new", t.palette.newContact],
    ["contacts:write", "/console/lists/new", t.palette.newList],
    ["templates:write", "/console/templates/new", t.palette.newTemplate],
  ] as const;
  const areas = AREAS.filter(({ scope }) => scope === null || scopes.includes(scope));
  return [
    ...areas.map(({ href, name, icon, letter }) => ({ id: href, href, title: name(t), icon, letter })),
    ...create
      .filter(([scope]) => scopes.includes(scope))
      .map(([, href, title]) => ({ id: href, href, title, icon: Plus })),
    ...(phone === undefined ? [] : [{ id: phone, href: phone, title: t.menu.phone, icon: Smartphone }]),
    { id: "/docs", href: "/docs", title: t.menu.docs, icon: BookOpen },
  ];
}
