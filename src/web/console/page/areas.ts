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
];

/** The area that a page is of: the one with the longest address that it begins with. */
export const areaOf = (path: string): Area | undefined =>
  AREAS.filter(({ href }) => path === href || path.startsWith(`${href}/`)).sort(
    (a, b) => b.href.length - a.href.length,
  )[0];
