import {
  ClockAlert,
  ContactRound,
  FileText,
  Gauge,
  Handshake,
  Inbox,
  KeyRound,
  LayoutDashboard,
  ListChecks,
  type IconNode,
  Megaphone,
  MessageSquareOff,
  MessageSquareQuote,
  RadioTower,
  ScrollText,
  SendHorizontal,
  ShieldUser,
  Smartphone,
  Webhook,
} from "lucide";
import { exec } from "preact-iso/router";
import type { ApiKeyScopeInput } from "../../../client";
import { CampaignList } from "./campaigns/list";
import { NewCampaign } from "./campaigns/new";
import { ContactPage } from "./contacts/contact";
import { Contacts } from "./contacts/list";
import { NewContact } from "./contacts/new";
import { Lists } from "./lists/all";
import { NewList } from "./lists/new";
import { MessagePage } from "./messages/message";
import { Overview } from "./overview/overview";
import { type LaterPage, laterPage } from "./parts/later";
import { Inbox as InboxPage } from "./replies/inbox";
import { Webhooks } from "./settings/webhooks";
import { TemplateList } from "./templates/list";
import type { Texts } from "./texts/en";
import { HAS_PHONE } from "./phone/has-phone";

// These pages have separate scripts, to keep the script `app` small. Some pages need large libraries, such as
// libphonenumber.
const ListPage = laterPage(async () => (await import("./lists/list")).ListPage);
const PhonePage = laterPage(async () => (await import("./phone/phone")).PhonePage);
const NewTemplate = laterPage(async () => (await import("./templates/new")).NewTemplate);
const TemplatePage = laterPage(async () => (await import("./templates/template")).TemplatePage);
const MessageList = laterPage(async () => (await import("./messages/list")).MessageList);
const CampaignPage = laterPage(async () => (await import("./campaigns/campaign")).CampaignPage);
const CannedResponses = laterPage(async () => (await import("./replies/canned-page")).CannedResponses);
const Keys = laterPage(async () => (await import("./settings/keys")).Keys);
const OptOutWords = laterPage(async () => (await import("./settings/opt-out-words")).OptOutWordsPage);
const SendingRules = laterPage(async () => (await import("./settings/sending-rules")).SendingRulesPage);
const SendingRule = laterPage(async () => (await import("./settings/sending-rules")).SendingRulePage);
const Consents = laterPage(async () => (await import("./consents/list")).Consents);
const PrivacyRequests = laterPage(async () => (await import("./privacy/list")).PrivacyRequests);
const Limits = laterPage(async () => (await import("./settings/limits")).Limits);
const Senders = laterPage(async () => (await import("./settings/senders")).Senders);
const WebhookPage = laterPage(async () => (await import("./settings/webhook")).WebhookPage);
const SendPage = laterPage(async () => (await import("./send/send")).SendPage);
const ReportPage = laterPage(async () => (await import("./campaigns/report")).ReportPage);

export type Group = "send" | "people" | "content" | "conversations" | "settings";

export interface Area {
  href: string;
  name(t: Texts): string;
  icon: IconNode;
  /** Letter that opens the area when pressed after `g`. */
  letter: string;
  /** Group of the menu that contains the area; null for the area above all groups. */
  group: Group | "elsewhere" | null;
  /** Scope that a key needs to see the area in the menu; null if every key sees it. */
  scope: ApiKeyScopeInput | null;
  /** Whether the menu shows the number of unread conversations beside the area's name. */
  countsUnread?: boolean;
  /** Whether a page keeps its state when the path changes to another path of the same page. */
  keepsPage?: boolean;
  /** Pages by path below `href`. */
  pages: Readonly<Record<string, LaterPage>>;
}

const PHONE: Area = {
  letter: "p",
  href: "/console/phone",
  name: (t) => t.menu.phone,
  icon: Smartphone,
  group: "elsewhere",
  scope: "messages:read",
  pages: { "": PhonePage },
};

export const AREAS: readonly Area[] = [
  {
    letter: "o",
    href: "/console",
    name: (t) => t.menu.overview,
    icon: LayoutDashboard,
    group: null,
    scope: null,
    pages: { "": Overview },
  },
  {
    letter: "s",
    href: "/console/send",
    name: (t) => t.menu.send,
    icon: SendHorizontal,
    group: "send",
    scope: "messages:send",
    pages: { "": SendPage },
  },
  {
    letter: "a",
    href: "/console/campaigns",
    name: (t) => t.menu.campaigns,
    icon: Megaphone,
    group: "send",
    scope: "campaigns:read",
    pages: {
      "": CampaignList,
      "/new": NewCampaign,
      "/:id": CampaignPage,
      "/:id/report": ReportPage,
    },
  },
  {
    letter: "m",
    href: "/console/messages",
    name: (t) => t.menu.messages,
    icon: ScrollText,
    group: "send",
    scope: "messages:read",
    pages: { "": MessageList, "/:id": MessagePage },
  },
  {
    letter: "c",
    href: "/console/contacts",
    name: (t) => t.menu.contacts,
    icon: ContactRound,
    group: "people",
    scope: "contacts:read",
    pages: { "": Contacts, "/new": NewContact, "/:id": ContactPage },
  },
  {
    letter: "l",
    href: "/console/lists",
    name: (t) => t.menu.lists,
    icon: ListChecks,
    group: "people",
    scope: "contacts:read",
    pages: { "": Lists, "/new": NewList, "/:id": ListPage },
  },
  {
    letter: "e",
    href: "/console/consents",
    name: (t) => t.menu.consents,
    icon: Handshake,
    group: "people",
    scope: "consents:read",
    pages: { "": Consents },
  },
  {
    letter: "t",
    href: "/console/templates",
    name: (t) => t.menu.templates,
    icon: FileText,
    group: "content",
    scope: "templates:read",
    pages: { "": TemplateList, "/new": NewTemplate, "/:id": TemplatePage },
  },
  {
    letter: "r",
    href: "/console/replies",
    name: (t) => t.menu.replies,
    icon: Inbox,
    group: "conversations",
    scope: "messages:read",
    countsUnread: true,
    keepsPage: true,
    pages: { "": InboxPage, "/:number": InboxPage },
  },
  {
    letter: "q",
    href: "/console/canned-responses",
    name: (t) => t.menu.canned,
    icon: MessageSquareQuote,
    group: "conversations",
    scope: "messages:read",
    pages: { "": CannedResponses },
  },
  {
    letter: "w",
    href: "/console/settings/webhooks",
    name: (t) => t.settings.tabs.webhooks,
    icon: Webhook,
    group: "settings",
    scope: "webhooks:read",
    pages: { "": Webhooks, "/:id": WebhookPage },
  },
  {
    letter: "k",
    href: "/console/settings/keys",
    name: (t) => t.settings.tabs.keys,
    icon: KeyRound,
    group: "settings",
    scope: "keys:read",
    pages: { "": Keys },
  },
  {
    letter: "n",
    href: "/console/settings/senders",
    name: (t) => t.settings.tabs.senders,
    icon: RadioTower,
    group: "settings",
    scope: "senders:read",
    pages: { "": Senders },
  },
  {
    letter: "d",
    href: "/console/settings/opt-out-words",
    name: (t) => t.settings.tabs.words,
    icon: MessageSquareOff,
    group: "settings",
    scope: "rules:read",
    pages: { "": OptOutWords },
  },
  {
    letter: "u",
    href: "/console/settings/sending-rules",
    name: (t) => t.settings.tabs.rules,
    icon: ClockAlert,
    group: "settings",
    scope: "rules:read",
    pages: { "": SendingRules, "/:purpose": SendingRule },
  },
  {
    letter: "v",
    href: "/console/settings/privacy",
    name: (t) => t.settings.tabs.privacy,
    icon: ShieldUser,
    group: "settings",
    scope: "privacy:read",
    pages: { "": PrivacyRequests },
  },
  {
    letter: "i",
    href: "/console/settings/limits",
    name: (t) => t.settings.tabs.limits,
    icon: Gauge,
    group: "settings",
    scope: null,
    pages: { "": Limits },
  },
  ...(HAS_PHONE ? [PHONE] : []),
];

export const areaOf = (path: string): Area | undefined =>
  AREAS.find(({ href, pages }) => Object.keys(pages).some((below) => matches(path, href + below)));

/** Loads the script of the page at a path, if the page has its own script. */
export function preloadPage(path: string): void {
  const pages = AREAS.flatMap(({ href, pages: below }) =>
    Object.entries(below).map(([end, page]) => ({ pattern: href + end, page })),
  );
  pages.find(({ pattern }) => matches(path, pattern))?.page.preload?.();
}

const matches = (path: string, pattern: string): boolean =>
  (exec(path, pattern) as object | undefined) !== undefined;
