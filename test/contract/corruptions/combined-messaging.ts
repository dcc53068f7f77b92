import type { CombinedRow } from "./combined";
import { all, at, type Body, bodyOf, inResponse, isTo, read, withBody } from "./make";
import { honest, type Corruption } from "./proxy";

/** Tags whose scenarios find the corruptions below. */
export const MESSAGING_TAGS = [
  "Templates",
  "Contacts",
  "Contact lists",
  "Imports",
  "Messages",
  "Inbound",
  "Campaigns",
  "Sending rules",
];

/** Changes each entry or resource in the responses of these routes. */
const inAll = (routes: readonly string[], change: (one: Body) => void): Corruption =>
  all(
    routes.map((route) =>
      inResponse(route, (body) => {
        for (const one of body.data ?? [body]) change(one);
      }),
    ),
  );

/** Changes the body that the service gets. */
const inRequest = (route: string, change: (body: Body) => Body): Corruption =>
  at(route, (request, forward) => forward({ body: JSON.stringify(change(bodyOf(request))) }));

const THREE_HOURS = 3 * 3_600_000;

const shifted = (instant: string, ms: number) =>
  `${new Date(Date.parse(instant) + ms).toISOString().slice(0, 19)}Z`;

const PREVIEW = "POST /messages/preview";
const MESSAGE = "GET /messages/*";
const SEND = "POST /messages";
const CANCEL = "POST /messages/*/cancel";
const IMPORT = "GET /contact-lists/*/imports/*";
const CAMPAIGN = "GET /campaigns/*";

const row = (corruption: string, operation: string, says: RegExp, corrupt: Corruption): CombinedRow => ({
  corruption,
  operation,
  says,
  corrupt,
});

/** Moves a future `send_at` by three hours. */
const later = (body: Body): Body =>
  Date.parse(body.send_at) > Date.now() ? { ...body, send_at: shifted(body.send_at, THREE_HOURS) } : body;

const sends: readonly CombinedRow[] = [
  row(
    "a send at a later time than requested",
    "sendMessages",
    /data\.0\.not_before is "20.*, it should be/,
    inRequest(SEND, later),
  ),
  row(
    "a message that is moved to a later time than requested",
    "updateMessage",
    /: not_before is "20.*, it should be/,
    inRequest("PATCH /messages/*", later),
  ),
  row(
    "a canceled message that cancels the whole send",
    "getMessage",
    /status is "canceled", it should be "pending"/,
    at(CANCEL, async ({ url }, forward) => {
      const response = await forward();
      const { batch_id } = bodyOf(response);
      if (response.status === 200 && batch_id !== null)
        await forward({ url: new URL(`/v3/message-batches/${batch_id}/cancel`, url) });
      return response;
    }),
  ),
  row(
    "status changes at the creation of the message",
    "cancelMessage",
    /status_history\.1\.occurred_at is after created_at is false/,
    inResponse(CANCEL, ({ status_history, created_at }) => {
      for (const step of status_history) step.occurred_at = created_at;
    }),
  ),
  row(
    "a message without its contact",
    "getMessage",
    /contact_id is null, it should be/,
    inResponse(MESSAGE, (body) => void (body.contact_id = null)),
  ),
  row(
    "an error code of another outcome",
    "getMessage",
    /error\.code is "expired", it should be "undeliverable"/,
    inResponse(MESSAGE, ({ error }) => {
      if (error?.code === "undeliverable") error.code = "expired";
    }),
  ),
  row(
    "an export without filters",
    "listMessages",
    /the exported ids is \["[\w-]+","/,
    at("GET /messages/export", ({ url }, forward) => forward({ url: new URL(url.pathname, url) })),
  ),
  row(
    "a reply to an address that sent nothing",
    "getInboundMessage",
    /recipient is "99999", it should be/,
    inResponse("GET /inbound-messages/*", (body) => void (body.recipient = "99999")),
  ),
];

const texts: readonly CombinedRow[] = [
  row(
    "a preview with too few segments",
    "previewMessages",
    /segments of 161 × a is 1, it should be 2/,
    inAll([PREVIEW], (one) => {
      if (one.segments > 1) [one.segments, one.segments_as_written] = [one.segments - 1, one.segments - 1];
    }),
  ),
  row(
    "a price that does not count segments",
    "previewMessages",
    /price of 71 × á is 80000, it should be 160000/,
    inAll([PREVIEW], (one) => void (one.price /= one.segments || 1)),
  ),
  row(
    "a preview with another encoding",
    "previewMessages",
    /data\.0\.encoding is "gsm7", it should be "ucs2"/,
    inAll([PREVIEW], (one) => void (one.encoding &&= "gsm7")),
  ),
  row(
    "a preview without the characters that GSM-7 lacks",
    "previewMessages",
    /data\.0\.ucs2_characters is \[\], it should be/,
    inAll([PREVIEW], (one) => void (one.ucs2_characters = [])),
  ),
  row(
    "a text that is escaped as HTML",
    "getMessage",
    /content\.text is "Ola .*&amp;/,
    inAll([PREVIEW, MESSAGE], ({ content }) => {
      if (content?.text) content.text = content.text.replaceAll("&", "&amp;");
    }),
  ),
  row(
    "a send that gives the second recipient the values of the first",
    "getMessage",
    /content\.text is "Ola Joao.*, it should be "Ola Eva/,
    inRequest(SEND, (body) => {
      const [first, second] = body.recipients;
      if (second) second.variables = first.variables;
      return body;
    }),
  ),
  row(
    "a preview that gives the second recipient the values of the first",
    "previewMessages",
    /data\.1\.content\.text is "Ola Joao.*, it should be "Ola Eva/,
    inRequest(PREVIEW, (body) => {
      const [first, second] = body.recipients;
      if (second?.variables?.name) second.variables = first.variables;
      return body;
    }),
  ),
  row(
    "a preview that suppresses only the first recipient",
    "previewMessages",
    /data\.1\.status is "pending", it should be "blocked"/,
    inResponse(PREVIEW, ({ data: [, second] }) => {
      if (second?.status === "blocked") [second.status, second.block_reason] = ["pending", null];
    }),
  ),
  row(
    "a template without its variables",
    "getTemplate",
    /variables is \[\], it should be \["name"\]/,
    inResponse("GET /templates/*", (body) => void (body.variables = [])),
  ),
];

/** Keeps a deleted contact as a member of its lists. */
function keptMembers(): Corruption {
  const deleted: Body[] = [];
  return async (request, forward) => {
    if (isTo(request, "DELETE /contacts/*")) {
      const before = await read(request, forward);
      const response = await forward();
      if (response.status === 204 && before.status === 200) deleted.push(bodyOf(before));
      return response;
    }
    const response = await forward();
    const [, list, members] = /\/contact-lists\/([^/]+)(\/contacts)?$/.exec(request.url.pathname) ?? [];
    const kept = deleted.filter(({ list_ids }) => list_ids.includes(list));
    if (request.method !== "GET" || response.status !== 200 || kept.length === 0) return response;
    const body = bodyOf(response);
    if (members === undefined) body.contact_count += kept.length;
    else [body.data, body.pagination.total] = [[...body.data, ...kept], body.pagination.total + kept.length];
    return withBody(response, body);
  };
}

const contacts: readonly CombinedRow[] = [
  row(
    "an upsert of a contact that clears its name",
    "upsertContact",
    /name is null, it should be "contract-check/,
    inRequest("POST /contacts", (body) => ({ name: null, ...body })),
  ),
  row(
    "an upsert of a member that clears its attributes",
    "upsertMember",
    /attributes is {}, it should be {"pedido"/,
    inRequest("POST /contact-lists/*/contacts", (body) => ({ name: null, attributes: {}, ...body })),
  ),
  row(
    "variables of contacts without those of attributes",
    "getContactVariables",
    /the variables is \["phone"\], it should be/,
    inResponse("GET /contacts/variables", (body) => {
      body.variables = body.variables.filter(({ name }: Body) => name === "phone");
    }),
  ),
  row(
    "a deleted contact on its list",
    "listMembers",
    /pagination\.total is 1, it should be 0/,
    keptMembers(),
  ),
  row(
    "a deleted contact in the count of its list",
    "getContactList",
    /contact_count is 1, it should be 0/,
    honest,
  ),
  row(
    "a deleted list that deletes its contacts",
    "getContact",
    /expected 200, got 404/,
    at("DELETE /contact-lists/*", async (request, forward) => {
      const { url } = request;
      const path = url.pathname;
      const members = await read({ ...request, url: new URL(`${path}/contacts`, url) }, forward);
      const response = await forward();
      for (const { id } of response.status === 204 ? bodyOf(members).data : [])
        await forward({ url: new URL(`/v3/contacts/${id}`, url) });
      return response;
    }),
  ),
];

const imports: readonly CombinedRow[] = [
  row(
    "an import that counts created contacts as updated",
    "getImport",
    /created is 0, it should be 1/,
    inResponse(IMPORT, (body) => void ([body.created, body.updated] = [body.updated, body.created])),
  ),
  row(
    "an import that does not count rejected rows",
    "getImport",
    /rejected is 0, it should be 1/,
    inResponse(IMPORT, (body) => {
      [body.rows_processed, body.rejected] = [body.rows_processed - body.rejected, 0];
    }),
  ),
  row(
    "the columns of an import in another order",
    "getImport",
    /columns is \[{"heading":"nome"/,
    inResponse(IMPORT, ({ columns }) => void columns?.reverse()),
  ),
];

const campaigns: readonly CombinedRow[] = [
  row(
    "a campaign with too many replies",
    "getCampaign",
    /replied is 6, it should be 1/,
    inResponse(CAMPAIGN, (body) => void (body.replied &&= body.replied + 5)),
  ),
  row(
    "a campaign with opt-outs",
    "getCampaign",
    /opted_out is 2, it should be 0/,
    inResponse(CAMPAIGN, (body) => void (body.opted_out += 2)),
  ),
  row(
    "a campaign that started before it was created",
    "getCampaign",
    /started_at is soon after created_at is false/,
    inResponse(CAMPAIGN, (body) => void (body.started_at &&= shifted(body.started_at, -THREE_HOURS))),
  ),
  row(
    "a campaign that counts canceled messages as delivered",
    "getCampaign",
    /progress\.canceled is 0, it should be 1/,
    inResponse(CAMPAIGN, ({ progress }) => {
      [progress.delivered, progress.canceled] = [progress.delivered + progress.canceled, 0];
    }),
  ),
];

/** Corruptions that one run of the check finds together. */
export const MESSAGING: readonly CombinedRow[] = [...sends, ...texts, ...contacts, ...imports, ...campaigns];
