export interface Seeded {
  campaignId: string;
  contactId: string;
  listId: string;
  messageId: string;
  scheduledId: string;
  templateId: string;
  webhookId: string;
  /** Phone number of a contact who replied. */
  number: string;
}

export interface View {
  name: string;
  path(seeded: Seeded): string;
  /** CSS selectors. The page is usable once each selector has a visible element. */
  usable: readonly string[];
}

const ROW = "main tbody tr";
/** Selector of the phone number below a name. The number appears once the contact's name has loaded. */
const NAMED_ROWS = "main tbody tr:last-child .hint.phone";
const CONVERSATIONS = "main .conversations li";
const TIMELINE = "main .chat li, main .timeline > li";

const view = (name: string, path: string | ((seeded: Seeded) => string), ...usable: string[]): View => ({
  name,
  usable,
  path: (seeded) => `/console${typeof path === "string" ? path : path(seeded)}`,
});

export const VIEWS: readonly View[] = [
  view("overview", "", "main canvas", "main .figures"),
  view("overview today", "?days=1&by=channel", "main canvas", "main .figures"),
  view("overview 90 days", "?days=90", "main canvas", "main .figures"),
  view("messages", "/messages", NAMED_ROWS),
  view("messages filtered", ({ campaignId }) => `/messages?campaign=${campaignId}&status=failed`, NAMED_ROWS),
  view("messages by number", ({ number }) => `/messages?search=${encodeURIComponent(number)}`, ROW),
  view("message", ({ messageId }) => `/messages/${messageId}`, "main ol.timeline li", "main dl"),
  view("send", "/send", "main textarea, main select"),
  view("contacts", "/contacts", ROW),
  view("contacts by name", "/contacts?sort=name", ROW),
  view("contacts by attribute", "/contacts?attribute=city%3DRecife", ROW),
  view("contacts search", "/contacts?search=maria", ROW),
  view("contact", ({ contactId }) => `/contacts/${contactId}`, TIMELINE, "main dl"),
  view("lists", "/lists", ROW),
  view("list", ({ listId }) => `/lists/${listId}`, ROW),
  view("templates", "/templates", "main [href^='/console/templates/']"),
  view("template", ({ templateId }) => `/templates/${templateId}`, "main textarea"),
  view("campaigns", "/campaigns", ROW),
  view("campaign", ({ campaignId }) => `/campaigns/${campaignId}`, "main dl.figures", ROW),
  view(
    "campaign scheduled",
    ({ scheduledId }) => `/campaigns/${scheduledId}`,
    "main .phone-frame",
    "main dl.figures",
  ),
  view("campaign report", ({ campaignId }) => `/campaigns/${campaignId}/report`, "main dl.figures", ROW),
  view("replies", "/replies", CONVERSATIONS),
  view("replies search", "/replies?search=frete", CONVERSATIONS),
  view("conversation", ({ number }) => `/replies/${encodeURIComponent(number)}`, TIMELINE),
  view("canned responses", "/canned-responses", ROW),
  view("phone", ({ number }) => `/phone?number=${encodeURIComponent(number)}`, ".phone-recent li"),
  view("webhooks", "/settings/webhooks", ROW),
  view("webhook", ({ webhookId }) => `/settings/webhooks/${webhookId}`, "main h2", ROW),
  view("keys", "/settings/keys", ROW),
  view("senders", "/settings/senders", ROW),
  view("limits", "/settings/limits", "main dl"),
];
