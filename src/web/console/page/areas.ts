import type { AnyComponent } from "preact";
import { exec } from "preact-iso/router";
import type { ApiKeyScopeInput } from "../../../client";
import { CampaignPage } from "./campaigns/campaign";
import { CampaignList } from "./campaigns/list";
import { NewCampaign } from "./campaigns/new";
import { ContactPage } from "./contacts/contact";
import { Contacts } from "./contacts/list";
import { NewContact } from "./contacts/new";
import { Lists } from "./lists/all";
import { ListPage } from "./lists/list";
import { NewList } from "./lists/new";
import { MessageList } from "./messages/list";
import { MessagePage } from "./messages/message";
import { Overview } from "./overview/overview";
import { ConversationPage } from "./replies/conversation";
import { Replies } from "./replies/list";
import { SendPage } from "./send/send";
import { Keys } from "./settings/keys";
import { Limits } from "./settings/limits";
import { Senders } from "./settings/senders";
import { SettingsHome } from "./settings/settings";
import { WebhookPage } from "./settings/webhook";
import { Webhooks } from "./settings/webhooks";
import { TemplateList } from "./templates/list";
import { NewTemplate } from "./templates/new";
import { TemplatePage } from "./templates/template";
import type { Texts } from "./texts/en";

export interface Area {
  href: string;
  name(t: Texts): string;
  /** Scope that a key needs to see the area in the menu; null if every key sees the area. */
  scope: ApiKeyScopeInput | null;
  /**
   * Pages by path below `href`. They share one script: a page loaded on demand could not open during an
   * outage, or after an upgrade renamed its file.
   */
  pages: Readonly<Record<string, AnyComponent>>;
}

export const AREAS: readonly Area[] = [
  { href: "/console", name: (t) => t.menu.overview, scope: null, pages: { "": Overview } },
  {
    ...{ href: "/console/messages", name: (t) => t.menu.messages, scope: "messages:read" },
    pages: { "": MessageList, "/:id": MessagePage },
  },
  { href: "/console/send", name: (t) => t.menu.send, scope: "messages:send", pages: { "": SendPage } },
  {
    ...{ href: "/console/contacts", name: (t) => t.menu.contacts, scope: "contacts:read" },
    pages: { "": Contacts, "/new": NewContact, "/:id": ContactPage },
  },
  {
    ...{ href: "/console/lists", name: (t) => t.menu.lists, scope: "contacts:read" },
    pages: { "": Lists, "/new": NewList, "/:id": ListPage },
  },
  {
    ...{ href: "/console/templates", name: (t) => t.menu.templates, scope: "templates:read" },
    pages: { "": TemplateList, "/new": NewTemplate, "/:id": TemplatePage },
  },
  {
    ...{ href: "/console/campaigns", name: (t) => t.menu.campaigns, scope: "campaigns:read" },
    pages: { "": CampaignList, "/new": NewCampaign, "/:id": CampaignPage },
  },
  {
    ...{ href: "/console/replies", name: (t) => t.menu.replies, scope: "messages:read" },
    pages: { "": Replies, "/:number": ConversationPage },
  },
  {
    ...{ href: "/console/settings", name: (t) => t.menu.settings, scope: null },
    pages: {
      "": SettingsHome,
      "/webhooks": Webhooks,
      "/webhooks/:id": WebhookPage,
      "/keys": Keys,
      "/senders": Senders,
      "/limits": Limits,
    },
  },
];

export const areaOf = (path: string): Area | undefined =>
  AREAS.find(({ href, pages }) => Object.keys(pages).some((below) => matches(path, href + below)));

const matches = (path: string, pattern: string): boolean =>
  (exec(path, pattern) as object | undefined) !== undefined;
