import type { AnyComponent } from "preact";
import { lazy } from "preact-iso";
import type { ApiKeyScope } from "../../../client";
import { Overview } from "./overview/overview";
import type { Texts } from "./texts/en";

/** A part of the console with an entry in the menu. */
export interface Area {
  href: string;
  name(t: Texts): string;
  /** What a key must be allowed for the area to be offered; null: nothing. */
  scope: ApiKeyScope | null;
  /** Its pages. Scripts of areas are fetched when they are first gone to. */
  pages: readonly { path: string; component: AnyComponent }[];
}

export const AREAS: readonly Area[] = [
  {
    href: "/console",
    name: (t) => t.menu.overview,
    scope: null,
    pages: [{ path: "/console", component: Overview }],
  },
  {
    href: "/console/messages",
    name: (t) => t.menu.messages,
    scope: "messages:read",
    pages: [
      {
        path: "/console/messages",
        component: lazy(async () => (await import("./messages/list")).MessageList),
      },
      {
        path: "/console/messages/:id",
        component: lazy(async () => (await import("./messages/message")).MessagePage),
      },
    ],
  },
  {
    href: "/console/send",
    name: (t) => t.menu.send,
    scope: "messages:send",
    pages: [{ path: "/console/send", component: lazy(async () => (await import("./send/send")).SendPage) }],
  },
  {
    href: "/console/contacts",
    name: (t) => t.menu.contacts,
    scope: "contacts:read",
    pages: [
      { path: "/console/contacts", component: lazy(async () => (await import("./contacts/list")).Contacts) },
      {
        path: "/console/contacts/new",
        component: lazy(async () => (await import("./contacts/new")).NewContact),
      },
      {
        path: "/console/contacts/:id",
        component: lazy(async () => (await import("./contacts/contact")).ContactPage),
      },
    ],
  },
  {
    href: "/console/lists",
    name: (t) => t.menu.lists,
    scope: "contacts:read",
    pages: [
      { path: "/console/lists", component: lazy(async () => (await import("./lists/all")).Lists) },
      { path: "/console/lists/new", component: lazy(async () => (await import("./lists/new")).NewList) },
      { path: "/console/lists/:id", component: lazy(async () => (await import("./lists/list")).ListPage) },
    ],
  },
  {
    href: "/console/templates",
    name: (t) => t.menu.templates,
    scope: "templates:read",
    pages: [
      {
        path: "/console/templates",
        component: lazy(async () => (await import("./templates/list")).TemplateList),
      },
      {
        path: "/console/templates/new",
        component: lazy(async () => (await import("./templates/new")).NewTemplate),
      },
      {
        path: "/console/templates/:id",
        component: lazy(async () => (await import("./templates/template")).TemplatePage),
      },
    ],
  },
  {
    href: "/console/campaigns",
    name: (t) => t.menu.campaigns,
    scope: "campaigns:read",
    pages: [
      {
        path: "/console/campaigns",
        component: lazy(async () => (await import("./campaigns/list")).CampaignList),
      },
      {
        path: "/console/campaigns/new",
        component: lazy(async () => (await import("./campaigns/new")).NewCampaign),
      },
      {
        path: "/console/campaigns/:id",
        component: lazy(async () => (await import("./campaigns/campaign")).CampaignPage),
      },
    ],
  },
  {
    href: "/console/replies",
    name: (t) => t.menu.replies,
    scope: "messages:read",
    pages: [
      { path: "/console/replies", component: lazy(async () => (await import("./replies/list")).Replies) },
      {
        path: "/console/replies/:number",
        component: lazy(async () => (await import("./replies/conversation")).ConversationPage),
      },
    ],
  },
  {
    href: "/console/settings",
    name: (t) => t.menu.settings,
    scope: null,
    pages: [
      {
        path: "/console/settings",
        component: lazy(async () => (await import("./settings/settings")).SettingsHome),
      },
      {
        path: "/console/settings/webhooks",
        component: lazy(async () => (await import("./settings/webhooks")).Webhooks),
      },
      {
        path: "/console/settings/webhooks/:id",
        component: lazy(async () => (await import("./settings/webhook")).WebhookPage),
      },
      {
        path: "/console/settings/keys",
        component: lazy(async () => (await import("./settings/keys")).Keys),
      },
      {
        path: "/console/settings/senders",
        component: lazy(async () => (await import("./settings/senders")).Senders),
      },
      {
        path: "/console/settings/limits",
        component: lazy(async () => (await import("./settings/limits")).Limits),
      },
    ],
  },
];

/** The area that a page is of: the one with the longest address that it begins with. */
export const areaOf = (path: string): Area | undefined =>
  AREAS.filter(({ href }) => path === href || path.startsWith(`${href}/`)).sort(
    (a, b) => b.href.length - a.href.length,
  )[0];
