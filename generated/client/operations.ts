// Generated from openapi/ by `npm run generate`. Edits are lost.

import type { operations } from "../schema";

export type { components, operations } from "../schema";

/** The HTTP request of an operation. */
export interface OperationShape {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Relative to the version prefix, with parameters in braces. */
  path: string;
  /** Names of query parameters. */
  query?: readonly string[];
  /** The operation's own headers, such as `Idempotency-Key`. */
  headers?: readonly string[];
  /** Whether the operation has a JSON body. */
  hasBody?: true;
  /** Whether a success has no body. Otherwise its body is a JSON object. */
  isVoid?: true;
}

/** The HTTP request of every operation that a client can call. */
export const shapes = {
  getAccount: {
    method: "GET",
    path: "/account",
  },
  createApiKey: {
    method: "POST",
    path: "/api-keys",
    hasBody: true,
  },
  listApiKeys: {
    method: "GET",
    path: "/api-keys",
    query: ["limit", "offset"],
  },
  revokeApiKey: {
    method: "DELETE",
    path: "/api-keys/{key_id}",
    isVoid: true,
  },
  cancelSchedule: {
    method: "DELETE",
    path: "/campaigns/{campaign_id}/schedule",
    headers: ["If-Match"],
    isVoid: true,
  },
  createCampaign: {
    method: "POST",
    path: "/campaigns",
    hasBody: true,
  },
  deleteCampaign: {
    method: "DELETE",
    path: "/campaigns/{campaign_id}",
    headers: ["If-Match"],
    isVoid: true,
  },
  getCampaign: {
    method: "GET",
    path: "/campaigns/{campaign_id}",
  },
  launchCampaign: {
    method: "POST",
    path: "/campaigns/{campaign_id}/launch",
    headers: ["If-Match"],
    isVoid: true,
  },
  listCampaigns: {
    method: "GET",
    path: "/campaigns",
    query: [
      "channel",
      "purpose",
      "status",
      "template_id",
      "list_id",
      "search",
      "created_from",
      "created_to",
      "sort",
      "limit",
      "offset",
    ],
  },
  scheduleCampaign: {
    method: "PUT",
    path: "/campaigns/{campaign_id}/schedule",
    headers: ["If-Match"],
    hasBody: true,
  },
  stopCampaign: {
    method: "POST",
    path: "/campaigns/{campaign_id}/stop",
    headers: ["If-Match"],
    isVoid: true,
  },
  updateCampaign: {
    method: "PATCH",
    path: "/campaigns/{campaign_id}",
    headers: ["If-Match"],
    hasBody: true,
  },
  createCannedResponse: {
    method: "POST",
    path: "/canned-responses",
    hasBody: true,
  },
  deleteCannedResponse: {
    method: "DELETE",
    path: "/canned-responses/{canned_response_id}",
    headers: ["If-Match"],
    isVoid: true,
  },
  getCannedResponse: {
    method: "GET",
    path: "/canned-responses/{canned_response_id}",
  },
  listCannedResponses: {
    method: "GET",
    path: "/canned-responses",
    query: ["limit", "offset"],
  },
  updateCannedResponse: {
    method: "PATCH",
    path: "/canned-responses/{canned_response_id}",
    headers: ["If-Match"],
    hasBody: true,
  },
  createConsent: {
    method: "POST",
    path: "/consents",
    hasBody: true,
  },
  getConsent: {
    method: "GET",
    path: "/consents/{consent_id}",
  },
  listConsents: {
    method: "GET",
    path: "/consents",
    query: ["phone", "purpose", "status", "channel", "from", "to", "limit", "offset"],
  },
  listContactConsents: {
    method: "GET",
    path: "/contacts/{contact_id}/consents",
    query: ["limit", "offset"],
  },
  addMember: {
    method: "PUT",
    path: "/contact-lists/{list_id}/contacts/{contact_id}",
    isVoid: true,
  },
  createContactList: {
    method: "POST",
    path: "/contact-lists",
    hasBody: true,
  },
  deleteContactList: {
    method: "DELETE",
    path: "/contact-lists/{list_id}",
    headers: ["If-Match"],
    isVoid: true,
  },
  getContactList: {
    method: "GET",
    path: "/contact-lists/{list_id}",
  },
  listContactLists: {
    method: "GET",
    path: "/contact-lists",
    query: ["type", "search", "sort", "limit", "offset"],
  },
  listMembers: {
    method: "GET",
    path: "/contact-lists/{list_id}/contacts",
    query: ["search", "attribute", "sort", "limit", "offset"],
  },
  removeMember: {
    method: "DELETE",
    path: "/contact-lists/{list_id}/contacts/{contact_id}",
    isVoid: true,
  },
  updateContactList: {
    method: "PATCH",
    path: "/contact-lists/{list_id}",
    headers: ["If-Match"],
    hasBody: true,
  },
  upsertMember: {
    method: "POST",
    path: "/contact-lists/{list_id}/contacts",
    hasBody: true,
  },
  deleteContact: {
    method: "DELETE",
    path: "/contacts/{contact_id}",
    isVoid: true,
  },
  getContact: {
    method: "GET",
    path: "/contacts/{contact_id}",
  },
  getContactVariables: {
    method: "GET",
    path: "/contacts/variables",
    query: ["list_id"],
  },
  listContacts: {
    method: "GET",
    path: "/contacts",
    query: ["search", "phone", "attribute", "id", "sort", "limit", "offset"],
  },
  updateContact: {
    method: "PATCH",
    path: "/contacts/{contact_id}",
    hasBody: true,
  },
  upsertContact: {
    method: "POST",
    path: "/contacts",
    hasBody: true,
  },
  getConversation: {
    method: "GET",
    path: "/conversations/{conversation_id}",
  },
  listConversations: {
    method: "GET",
    path: "/conversations",
    query: ["status", "unread", "opted_out", "phone", "campaign_id", "search", "limit", "offset"],
  },
  updateConversation: {
    method: "PATCH",
    path: "/conversations/{conversation_id}",
    hasBody: true,
  },
  confirmFile: {
    method: "POST",
    path: "/files/{file_id}/confirm",
  },
  createUploadUrl: {
    method: "POST",
    path: "/files/upload-url",
    hasBody: true,
  },
  deleteFile: {
    method: "DELETE",
    path: "/files/{file_id}",
    isVoid: true,
  },
  getFile: {
    method: "GET",
    path: "/files/{file_id}",
  },
  getFileConstraints: {
    method: "GET",
    path: "/files/constraints",
  },
  getFileDownloadUrl: {
    method: "GET",
    path: "/files/{file_id}/download-url",
  },
  listFiles: {
    method: "GET",
    path: "/files",
    query: ["kind", "status", "limit", "offset"],
  },
  cancelImport: {
    method: "POST",
    path: "/contact-lists/{list_id}/imports/{import_id}/cancel",
  },
  createImport: {
    method: "POST",
    path: "/contact-lists/{list_id}/imports",
    hasBody: true,
  },
  getImport: {
    method: "GET",
    path: "/contact-lists/{list_id}/imports/{import_id}",
  },
  getImportErrors: {
    method: "GET",
    path: "/contact-lists/{list_id}/imports/{import_id}/errors",
  },
  listImports: {
    method: "GET",
    path: "/contact-lists/{list_id}/imports",
    query: ["limit", "offset"],
  },
  getInboundMessage: {
    method: "GET",
    path: "/inbound-messages/{inbound_message_id}",
  },
  getInboundRcsEvent: {
    method: "GET",
    path: "/inbound-rcs-events/{inbound_rcs_event_id}",
  },
  listInboundMessages: {
    method: "GET",
    path: "/inbound-messages",
    query: [
      "sender",
      "paired_message_id",
      "campaign_id",
      "content_type",
      "search",
      "from",
      "to",
      "limit",
      "offset",
    ],
  },
  listInboundRcsEvents: {
    method: "GET",
    path: "/inbound-rcs-events",
    query: [
      "sender",
      "paired_message_id",
      "campaign_id",
      "event_type",
      "search",
      "from",
      "to",
      "limit",
      "offset",
    ],
  },
  cancelMessage: {
    method: "POST",
    path: "/messages/{message_id}/cancel",
  },
  cancelMessageBatch: {
    method: "POST",
    path: "/message-batches/{batch_id}/cancel",
  },
  exportMessages: {
    method: "GET",
    path: "/messages/export",
    query: [
      "channel",
      "purpose",
      "status",
      "template_id",
      "campaign_id",
      "sender_id",
      "batch_id",
      "tag",
      "error_code",
      "block_reason",
      "recipient",
      "search",
      "from",
      "to",
      "dialect",
    ],
  },
  getMessage: {
    method: "GET",
    path: "/messages/{message_id}",
  },
  listMessages: {
    method: "GET",
    path: "/messages",
    query: [
      "channel",
      "purpose",
      "status",
      "template_id",
      "campaign_id",
      "sender_id",
      "batch_id",
      "tag",
      "error_code",
      "block_reason",
      "recipient",
      "search",
      "from",
      "to",
      "limit",
      "offset",
    ],
  },
  previewMessages: {
    method: "POST",
    path: "/messages/preview",
    hasBody: true,
  },
  sendMessages: {
    method: "POST",
    path: "/messages",
    headers: ["Idempotency-Key"],
    hasBody: true,
  },
  updateMessage: {
    method: "PATCH",
    path: "/messages/{message_id}",
    hasBody: true,
  },
  getOptOutWords: {
    method: "GET",
    path: "/opt-out-words",
  },
  updateOptOutWords: {
    method: "PUT",
    path: "/opt-out-words",
    hasBody: true,
  },
  createPrivacyRequest: {
    method: "POST",
    path: "/privacy-requests",
    hasBody: true,
  },
  getPrivacyRequest: {
    method: "GET",
    path: "/privacy-requests/{privacy_request_id}",
  },
  listPrivacyRequests: {
    method: "GET",
    path: "/privacy-requests",
    query: ["limit", "offset"],
  },
  listSenders: {
    method: "GET",
    path: "/senders",
    query: ["limit", "offset"],
  },
  deleteSendingRule: {
    method: "DELETE",
    path: "/sending-rules/{purpose}",
    headers: ["If-Match"],
    isVoid: true,
  },
  getSendingRule: {
    method: "GET",
    path: "/sending-rules/{purpose}",
  },
  listSendingRules: {
    method: "GET",
    path: "/sending-rules",
  },
  updateSendingRule: {
    method: "PUT",
    path: "/sending-rules/{purpose}",
    headers: ["If-Match"],
    hasBody: true,
  },
  createTemplate: {
    method: "POST",
    path: "/templates",
    hasBody: true,
  },
  deleteTemplate: {
    method: "DELETE",
    path: "/templates/{template_id}",
    headers: ["If-Match"],
    isVoid: true,
  },
  getTemplate: {
    method: "GET",
    path: "/templates/{template_id}",
  },
  listTemplates: {
    method: "GET",
    path: "/templates",
    query: ["channel", "purpose", "search", "sort", "limit", "offset"],
  },
  updateTemplate: {
    method: "PATCH",
    path: "/templates/{template_id}",
    headers: ["If-Match"],
    hasBody: true,
  },
  getUsage: {
    method: "GET",
    path: "/usage",
    query: ["from", "to", "group_by", "channel"],
  },
  createWebhook: {
    method: "POST",
    path: "/webhooks",
    hasBody: true,
  },
  deleteWebhook: {
    method: "DELETE",
    path: "/webhooks/{webhook_id}",
    headers: ["If-Match"],
    isVoid: true,
  },
  getWebhook: {
    method: "GET",
    path: "/webhooks/{webhook_id}",
  },
  getWebhookDelivery: {
    method: "GET",
    path: "/webhooks/{webhook_id}/deliveries/{delivery_id}",
  },
  listWebhookDeliveries: {
    method: "GET",
    path: "/webhooks/{webhook_id}/deliveries",
    query: ["status", "event_type", "limit", "offset"],
  },
  listWebhookDeliveriesOfMessage: {
    method: "GET",
    path: "/messages/{message_id}/webhook-deliveries",
    query: ["limit", "offset"],
  },
  listWebhooks: {
    method: "GET",
    path: "/webhooks",
    query: ["limit", "offset"],
  },
  replayWebhook: {
    method: "POST",
    path: "/webhooks/{webhook_id}/replay",
    hasBody: true,
  },
  retryWebhookDelivery: {
    method: "POST",
    path: "/webhooks/{webhook_id}/deliveries/{delivery_id}/retry",
  },
  rotateWebhookSecret: {
    method: "POST",
    path: "/webhooks/{webhook_id}/rotate-secret",
  },
  testWebhook: {
    method: "POST",
    path: "/webhooks/{webhook_id}/test",
    hasBody: true,
  },
  updateWebhook: {
    method: "PATCH",
    path: "/webhooks/{webhook_id}",
    headers: ["If-Match"],
    hasBody: true,
  },
} as const satisfies Partial<Record<keyof operations, OperationShape>>;

/** Every operation that a client can call. */
export type OperationId = keyof typeof shapes;

type ResponsesOf<Id extends OperationId> = operations[Id]["responses"];
type SuccessStatus = 200 | 201 | 202 | 204;

/** Body of an operation's success; `void` if it has none. */
export type Reply<Id extends OperationId> = {
  [Status in keyof ResponsesOf<Id> & SuccessStatus]: ResponsesOf<Id>[Status] extends {
    content: { "application/json": infer Body };
  }
    ? Body
    : void;
}[keyof ResponsesOf<Id> & SuccessStatus];

/** Values of `error.code` that an operation declares. */
export type ErrorCodeOf<Id extends OperationId> = {
  [Status in Exclude<keyof ResponsesOf<Id>, SuccessStatus>]: ResponsesOf<Id>[Status] extends {
    content: { "application/json": { error: { code: infer Code } } };
  }
    ? Code
    : never;
}[Exclude<keyof ResponsesOf<Id>, SuccessStatus>];

/** Options of every call. */
export interface CallOptions {
  /** Aborts the call, including its waits between attempts. The call rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Time limit of one attempt; overrides the client's setting. */
  timeoutSeconds?: number;
  /** Maximum number of retries; overrides the client's setting. 0 makes one attempt. */
  maxRetries?: number;
  /** Maximum total wait between attempts; overrides the client's setting. */
  maxRetryWaitSeconds?: number;
  /**
   * Declares that repeating the call does no harm. A POST or PATCH is then retried even if the service may
   * have received it. Unnecessary for sends, which have an idempotency key.
   */
  repeatable?: boolean;
  /** Headers of this request, such as your own `X-Request-Id`. */
  headers?: Readonly<Record<string, string>>;
  /** Receives the final response, for its status and headers. Its body has been read. */
  onResponse?: (response: Response) => void;
}

export interface KeyedCallOptions extends CallOptions {
  /**
   * Key of 1 to 255 characters that makes the request safe to repeat for 24 hours. Each call generates a key
   * by default. Pass a key that you store, such as the number of an order, to be safe across crashes of your
   * process.
   */
  idempotencyKey?: string;
}

export interface ConditionalCallOptions extends CallOptions {
  /**
   * `ETag` of the version that you have read, as `etagOf` returns it. If the resource has changed since, the
   * call fails with `precondition_failed` and changes nothing. If omitted, the call applies to any version.
   */
  ifMatch?: string;
}

export interface Page<Item> {
  data: Item[];
  pagination: { total: number; limit: number; offset: number; has_more: boolean };
}

/**
 * A list that is requested when it is used: `await` returns one page, `for await` returns every entry.
 *
 * Iteration begins at `offset` and requests 250 entries at a time unless `limit` says otherwise. Lists are
 * newest first and pages are counted by offset. An entry that is created during the iteration shifts the
 * rest; entries that would appear twice are skipped. After a deletion, an entry may be missed. A filter that
 * ends the list, such as `to` or `created_to`, excludes new entries.
 */
export interface PagedList<P extends Page<unknown>> extends Promise<P>, AsyncIterable<P["data"][number]> {
  /** Returns the pages, for their `pagination`. Entries that have shifted appear again. */
  pages(): AsyncIterable<P>;
}
