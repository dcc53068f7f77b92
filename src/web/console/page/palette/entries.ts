import type { IconNode } from "lucide";
import type { Recado } from "../../../../client";
import { unaccented } from "../../../../platform/text";
import { isSearchable, MAX_SEARCH_LENGTH, searchOf } from "../parts/filter-values";
import { phoneText } from "../../../../messaging/phone-text";
import type { Texts } from "../texts/en";

/** Kind of a search result, which determines its icon. */
export type Kind = keyof Texts["palette"]["kinds"] | "conversation";

/** Page, action, resource or conversation that the palette opens. */
export interface Entry {
  id: string;
  href: string;
  title: string;
  /** Kind of a resource in the user's language, or the phone number of a contact. */
  hint?: string;
  icon: IconNode | Kind;
  /** Letter that opens the page when pressed after `g`. */
  letter?: string;
}

/** Maximum number of search results of each kind. */
const MAX_RESULTS = 5;

/** Returns the entries with every word of the text in the title, ignoring case and accents. */
export function matching(entries: readonly Entry[], text: string): Entry[] {
  const words = unaccented(text).split(/\s+/).filter(Boolean);
  return entries.filter(({ title }) => words.every((word) => unaccented(title).includes(word)));
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;

/** Returns the id in a text, such as a pasted address; null if there is none. */
export const idIn = (text: string): string | null => UUID.exec(text)?.[0].toLowerCase() ?? null;

type May = (scope: string) => boolean;

/** Returns entries for a typed number's messages and conversation; none without `messages:read`. */
export function entriesForNumber(number: string, may: May, t: Texts): Entry[] {
  if (!may("messages:read")) return [];
  const shown = phoneText(number);
  return [
    {
      id: `messages ${number}`,
      title: t.palette.messagesOf(shown),
      icon: "message",
      href: `/console/messages?search=${encodeURIComponent(number)}`,
    },
    {
      id: `conversation ${number}`,
      title: t.palette.conversationWith(shown),
      icon: "conversation",
      href: `/console/replies/${encodeURIComponent(number)}`,
    },
  ];
}

/**
 * Searches the account by name, phone number or id. Skips resources that the key may not read, and requests
 * that fail. Throws if a search without an id finds nothing and a request failed.
 */
export async function search(recado: Recado, text: string, may: May, t: Texts): Promise<Entry[]> {
  const id = idIn(text);
  const sources = id === null ? byText(recado, text, t) : byId(recado, id, t);
  const asked = sources.filter(({ scope }) => may(scope));
  const results = await Promise.allSettled(asked.map(({ find }) => find()));
  const found = results.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
  const failed = results.find((result) => result.status === "rejected");
  // A search by id ignores failed requests: at most one resource has the id, so all other requests return
  // 404.
  if (id === null && found.length === 0 && failed !== undefined) throw failed.reason;
  return found;
}

interface Source {
  scope: string;
  find(): Promise<Entry[]>;
}

function byText(recado: Recado, typed: string, t: Texts): Source[] {
  const paramsFor = (text: string) => {
    const search = [...text].slice(0, MAX_SEARCH_LENGTH).join("");
    return { search, limit: MAX_RESULTS };
  };
  const number = searchOf(typed);
  const name = typed.trim();
  const params = paramsFor(name);
  const contacts: Source = {
    scope: "contacts:read",
    find: async () =>
      (await recado.contacts.list(paramsFor(number))).data.map(({ id, name, phone }) => ({
        ...entry("contact", id, name ?? phoneText(phone), t),
        hint: name === null ? t.palette.kinds.contact : phoneText(phone),
      })),
  };
  type Named = Promise<{ data: readonly { id: string; name: string }[] }>;
  const source = (kind: Resource, scope: string, list: () => Named): Source => ({
    scope,
    find: async () => (await list()).data.map(({ id, name }) => entry(kind, id, name, t)),
  });
  const named = [
    source("campaign", "campaigns:read", () => recado.campaigns.list(params)),
    source("template", "templates:read", () => recado.templates.list(params)),
    source("list", "contacts:read", () => recado.contactLists.list(params)),
  ];
  return [...(isSearchable(number) ? [contacts] : []), ...(isSearchable(name) ? named : [])];
}

function byId(recado: Recado, id: string, t: Texts): Source[] {
  const source = (kind: Resource, scope: string, titleOf: () => Promise<string>): Source => ({
    scope,
    find: async () => [entry(kind, id, await titleOf(), t)],
  });
  return [
    source("message", "messages:read", async () => {
      const { to } = await recado.messages.get({ message_id: id });
      return to === null ? t.palette.kinds.message : phoneText(to);
    }),
    source("contact", "contacts:read", async () => {
      const { name, phone } = await recado.contacts.get({ contact_id: id });
      return name ?? phoneText(phone);
    }),
    source("campaign", "campaigns:read", async () => (await recado.campaigns.get({ campaign_id: id })).name),
    source("template", "templates:read", async () => (await recado.templates.get({ template_id: id })).name),
    source("list", "contacts:read", async () => (await recado.contactLists.get({ list_id: id })).name),
    source("webhook", "webhooks:read", async () => (await recado.webhooks.get({ webhook_id: id })).url),
  ];
}

type Resource = keyof Texts["palette"]["kinds"];

const PATHS: Readonly<Record<Resource, string>> = {
  message: "/console/messages",
  contact: "/console/contacts",
  campaign: "/console/campaigns",
  template: "/console/templates",
  list: "/console/lists",
  webhook: "/console/settings/webhooks",
};

const entry = (kind: Resource, id: string, title: string, t: Texts): Entry => ({
  id,
  href: `${PATHS[kind]}/${id}`,
  title,
  hint: t.palette.kinds[kind],
  icon: kind,
});
