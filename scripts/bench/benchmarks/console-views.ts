/** Ids of the resources that the pages show. */
export interface Seeded {
  campaignId: string;
  contactId: string;
  listId: string;
  messageId: string;
  templateId: string;
  webhookId: string;
  /** Phone number of a recipient who replied. */
  number: string;
}

export interface View {
  name: string;
  path(seeded: Seeded): string;
  /** CSS selectors. The page is usable once each selector has a visible element. */
  usable: readonly string[];
}

const ROW = "main tbody tr:visible";

const view = (name: string, path: string | ((seeded: Seeded) => string), ...usable: string[]): View => ({
  ...{ name, usable },
  path: (seeded) => `/console${typeof path === "string" ? path : path(seeded)}`,
});

export const VIEWS: readonly View[] = [
  view("overview", "", "main canvas", "main .figures"),
  view("overview today", "?days=1&by=channel", "main canvas", "main .figures"),
  view("overview 90 days", "?days=90", "main canvas", "main .figures"),
  view("messages", "/messages", ROW),
  view("messages filtered", ({ campaignId }) => `/messages?campaign=${campaignId}&status=failed`, ROW),
  view("messages search", "/messages?search=entrega", ROW),
  view("message", ({ messageId }) => `/messages/${messageId}`, "main .history li", "main .columns"),
  view("send", "/send", "main textarea, main select"),
  view("contacts", "/contacts", ROW),
  view("contacts search", "/contacts?search=maria", ROW),
  view("contact", ({ contactId }) => `/contacts/${contactId}`, "main .timeline > li", "main .columns"),
  view("lists", "/lists", ROW),
  view("list", ({ listId }) => `/lists/${listId}`, ROW),
  view("templates", "/templates", ROW),
  view("template", ({ templateId }) => `/templates/${templateId}`, "main textarea"),
  view("campaigns", "/campaigns", ROW),
  view("campaign", ({ campaignId }) => `/campaigns/${campaignId}`, "main dl.figures", "main canvas", ROW),
  view("replies", "/replies", "main .conversations li"),
  view("conversation", ({ number }) => `/replies/${encodeURIComponent(number)}`, "main .timeline > li"),
  view("webhooks", "/settings/webhooks", ROW),
  view("webhook", ({ webhookId }) => `/settings/webhooks/${webhookId}`, "main h2.address"),
  view("keys", "/settings/keys", ROW),
  view("senders", "/settings/senders", ROW),
  view("limits", "/settings/limits", "main dl.figures"),
];
