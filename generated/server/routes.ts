// Generated from openapi/ by `npm run generate`. Edits are lost.

import type { AccountApi } from "./account.api";
import type { ApiKeysApi } from "./api-keys.api";
import type { CampaignsApi } from "./campaigns.api";
import type { CannedResponsesApi } from "./canned-responses.api";
import type { ConsentsApi } from "./consents.api";
import type { ContactListsApi } from "./contact-lists.api";
import type { ContactsApi } from "./contacts.api";
import type { ConversationsApi } from "./conversations.api";
import type { FilesApi } from "./files.api";
import type { ImportsApi } from "./imports.api";
import type { InboundApi } from "./inbound.api";
import type { MessagesApi } from "./messages.api";
import type { OptOutWordsApi } from "./opt-out-words.api";
import type { PrivacyApi } from "./privacy.api";
import type { SendersApi } from "./senders.api";
import type { SendingRulesApi } from "./sending-rules.api";
import type { TemplatesApi } from "./templates.api";
import type { UsageApi } from "./usage.api";
import type { WebhooksApi } from "./webhooks.api";

import type { OperationId } from "./binding";

/** Handlers of all operations. An implementation that lacks one does not compile. */
export interface Api
  extends
    AccountApi,
    ApiKeysApi,
    CampaignsApi,
    CannedResponsesApi,
    ConsentsApi,
    ContactListsApi,
    ContactsApi,
    ConversationsApi,
    FilesApi,
    ImportsApi,
    InboundApi,
    MessagesApi,
    OptOutWordsApi,
    PrivacyApi,
    SendersApi,
    SendingRulesApi,
    TemplatesApi,
    UsageApi,
    WebhooksApi {}

export interface Route {
  operationId: OperationId;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Relative to the version prefix, with parameters in braces. */
  path: string;
  /** Scope that a key needs; null if any key may call the operation. */
  scope: string | null;
  /** Whether the operation has a JSON body. */
  hasBody: boolean;
  /** Headers that are parameters of the operation, as the contract spells them. */
  headers: readonly string[];
}

export const routes: readonly Route[] = [
  {
    operationId: "getAccount",
    method: "GET",
    path: "/account",
    scope: null,
    hasBody: false,
    headers: [],
  },

  {
    operationId: "createApiKey",
    method: "POST",
    path: "/api-keys",
    scope: "keys:write",
    hasBody: true,
    headers: [],
  },

  {
    operationId: "listApiKeys",
    method: "GET",
    path: "/api-keys",
    scope: "keys:read",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "revokeApiKey",
    method: "DELETE",
    path: "/api-keys/{key_id}",
    scope: "keys:write",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "cancelSchedule",
    method: "DELETE",
    path: "/campaigns/{campaign_id}/schedule",
    scope: "campaigns:write",
    hasBody: false,
    headers: ["If-Match"],
  },

  {
    operationId: "createCampaign",
    method: "POST",
    path: "/campaigns",
    scope: "campaigns:write",
    hasBody: true,
    headers: [],
  },

  {
    operationId: "deleteCampaign",
    method: "DELETE",
    path: "/campaigns/{campaign_id}",
    scope: "campaigns:write",
    hasBody: false,
    headers: ["If-Match"],
  },

  {
    operationId: "getCampaign",
    method: "GET",
    path: "/campaigns/{campaign_id}",
    scope: "campaigns:read",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "launchCampaign",
    method: "POST",
    path: "/campaigns/{campaign_id}/launch",
    scope: "campaigns:launch",
    hasBody: false,
    headers: ["If-Match"],
  },

  {
    operationId: "listCampaigns",
    method: "GET",
    path: "/campaigns",
    scope: "campaigns:read",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "scheduleCampaign",
    method: "PUT",
    path: "/campaigns/{campaign_id}/schedule",
    scope: "campaigns:launch",
    hasBody: true,
    headers: ["If-Match"],
  },

  {
    operationId: "stopCampaign",
    method: "POST",
    path: "/campaigns/{campaign_id}/stop",
    scope: "campaigns:launch",
    hasBody: false,
    headers: ["If-Match"],
  },

  {
    operationId: "updateCampaign",
    method: "PATCH",
    path: "/campaigns/{campaign_id}",
    scope: "campaigns:write",
    hasBody: true,
    headers: ["If-Match"],
  },

  {
    operationId: "createCannedResponse",
    method: "POST",
    path: "/canned-responses",
    scope: "messages:send",
    hasBody: true,
    headers: [],
  },

  {
    operationId: "deleteCannedResponse",
    method: "DELETE",
    path: "/canned-responses/{canned_response_id}",
    scope: "messages:send",
    hasBody: false,
    headers: ["If-Match"],
  },

  {
    operationId: "getCannedResponse",
    method: "GET",
    path: "/canned-responses/{canned_response_id}",
    scope: "messages:read",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "listCannedResponses",
    method: "GET",
    path: "/canned-responses",
    scope: "messages:read",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "updateCannedResponse",
    method: "PATCH",
    path: "/canned-responses/{canned_response_id}",
    scope: "messages:send",
    hasBody: true,
    headers: ["If-Match"],
  },

  {
    operationId: "createConsent",
    method: "POST",
    path: "/consents",
    scope: "consents:write",
    hasBody: true,
    headers: [],
  },

  {
    operationId: "getConsent",
    method: "GET",
    path: "/consents/{consent_id}",
    scope: "consents:read",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "listConsents",
    method: "GET",
    path: "/consents",
    scope: "consents:read",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "listContactConsents",
    method: "GET",
    path: "/contacts/{contact_id}/consents",
    scope: "consents:read",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "addMember",
    method: "PUT",
    path: "/contact-lists/{list_id}/contacts/{contact_id}",
    scope: "contacts:write",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "createContactList",
    method: "POST",
    path: "/contact-lists",
    scope: "contacts:write",
    hasBody: true,
    headers: [],
  },

  {
    operationId: "deleteContactList",
    method: "DELETE",
    path: "/contact-lists/{list_id}",
    scope: "contacts:write",
    hasBody: false,
    headers: ["If-Match"],
  },

  {
    operationId: "getContactList",
    method: "GET",
    path: "/contact-lists/{list_id}",
    scope: "contacts:read",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "listContactLists",
    method: "GET",
    path: "/contact-lists",
    scope: "contacts:read",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "listMembers",
    method: "GET",
    path: "/contact-lists/{list_id}/contacts",
    scope: "contacts:read",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "removeMember",
    method: "DELETE",
    path: "/contact-lists/{list_id}/contacts/{contact_id}",
    scope: "contacts:write",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "updateContactList",
    method: "PATCH",
    path: "/contact-lists/{list_id}",
    scope: "contacts:write",
    hasBody: true,
    headers: ["If-Match"],
  },

  {
    operationId: "upsertMember",
    method: "POST",
    path: "/contact-lists/{list_id}/contacts",
    scope: "contacts:write",
    hasBody: true,
    headers: [],
  },

  {
    operationId: "deleteContact",
    method: "DELETE",
    path: "/contacts/{contact_id}",
    scope: "contacts:write",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "getContact",
    method: "GET",
    path: "/contacts/{contact_id}",
    scope: "contacts:read",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "getContactVariables",
    method: "GET",
    path: "/contacts/variables",
    scope: "contacts:read",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "listContacts",
    method: "GET",
    path: "/contacts",
    scope: "contacts:read",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "updateContact",
    method: "PATCH",
    path: "/contacts/{contact_id}",
    scope: "contacts:write",
    hasBody: true,
    headers: [],
  },

  {
    operationId: "upsertContact",
    method: "POST",
    path: "/contacts",
    scope: "contacts:write",
    hasBody: true,
    headers: [],
  },

  {
    operationId: "getConversation",
    method: "GET",
    path: "/conversations/{conversation_id}",
    scope: "messages:read",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "listConversations",
    method: "GET",
    path: "/conversations",
    scope: "messages:read",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "updateConversation",
    method: "PATCH",
    path: "/conversations/{conversation_id}",
    scope: "messages:send",
    hasBody: true,
    headers: [],
  },

  {
    operationId: "confirmFile",
    method: "POST",
    path: "/files/{file_id}/confirm",
    scope: "files:write",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "createUploadUrl",
    method: "POST",
    path: "/files/upload-url",
    scope: "files:write",
    hasBody: true,
    headers: [],
  },

  {
    operationId: "deleteFile",
    method: "DELETE",
    path: "/files/{file_id}",
    scope: "files:write",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "getFile",
    method: "GET",
    path: "/files/{file_id}",
    scope: "files:read",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "getFileConstraints",
    method: "GET",
    path: "/files/constraints",
    scope: "files:read",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "getFileDownloadUrl",
    method: "GET",
    path: "/files/{file_id}/download-url",
    scope: "files:read",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "listFiles",
    method: "GET",
    path: "/files",
    scope: "files:read",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "cancelImport",
    method: "POST",
    path: "/contact-lists/{list_id}/imports/{import_id}/cancel",
    scope: "contacts:write",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "createImport",
    method: "POST",
    path: "/contact-lists/{list_id}/imports",
    scope: "contacts:write",
    hasBody: true,
    headers: [],
  },

  {
    operationId: "getImport",
    method: "GET",
    path: "/contact-lists/{list_id}/imports/{import_id}",
    scope: "contacts:read",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "getImportErrors",
    method: "GET",
    path: "/contact-lists/{list_id}/imports/{import_id}/errors",
    scope: "contacts:read",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "listImports",
    method: "GET",
    path: "/contact-lists/{list_id}/imports",
    scope: "contacts:read",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "getInboundMessage",
    method: "GET",
    path: "/inbound-messages/{inbound_message_id}",
    scope: "messages:read",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "getInboundRcsEvent",
    method: "GET",
    path: "/inbound-rcs-events/{inbound_rcs_event_id}",
    scope: "messages:read",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "listInboundMessages",
    method: "GET",
    path: "/inbound-messages",
    scope: "messages:read",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "listInboundRcsEvents",
    method: "GET",
    path: "/inbound-rcs-events",
    scope: "messages:read",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "cancelMessage",
    method: "POST",
    path: "/messages/{message_id}/cancel",
    scope: "messages:send",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "cancelMessageBatch",
    method: "POST",
    path: "/message-batches/{batch_id}/cancel",
    scope: "messages:send",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "exportMessages",
    method: "GET",
    path: "/messages/export",
    scope: "messages:read",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "getMessage",
    method: "GET",
    path: "/messages/{message_id}",
    scope: "messages:read",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "listMessages",
    method: "GET",
    path: "/messages",
    scope: "messages:read",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "previewMessages",
    method: "POST",
    path: "/messages/preview",
    scope: "messages:send",
    hasBody: true,
    headers: [],
  },

  {
    operationId: "sendMessages",
    method: "POST",
    path: "/messages",
    scope: "messages:send",
    hasBody: true,
    headers: ["Idempotency-Key"],
  },

  {
    operationId: "updateMessage",
    method: "PATCH",
    path: "/messages/{message_id}",
    scope: "messages:send",
    hasBody: true,
    headers: [],
  },

  {
    operationId: "getOptOutWords",
    method: "GET",
    path: "/opt-out-words",
    scope: "rules:read",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "updateOptOutWords",
    method: "PUT",
    path: "/opt-out-words",
    scope: "rules:write",
    hasBody: true,
    headers: [],
  },

  {
    operationId: "createPrivacyRequest",
    method: "POST",
    path: "/privacy-requests",
    scope: "privacy:write",
    hasBody: true,
    headers: [],
  },

  {
    operationId: "getPrivacyRequest",
    method: "GET",
    path: "/privacy-requests/{privacy_request_id}",
    scope: "privacy:read",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "listPrivacyRequests",
    method: "GET",
    path: "/privacy-requests",
    scope: "privacy:read",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "listSenders",
    method: "GET",
    path: "/senders",
    scope: "senders:read",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "deleteSendingRule",
    method: "DELETE",
    path: "/sending-rules/{purpose}",
    scope: "rules:write",
    hasBody: false,
    headers: ["If-Match"],
  },

  {
    operationId: "getSendingRule",
    method: "GET",
    path: "/sending-rules/{purpose}",
    scope: "rules:read",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "listSendingRules",
    method: "GET",
    path: "/sending-rules",
    scope: "rules:read",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "updateSendingRule",
    method: "PUT",
    path: "/sending-rules/{purpose}",
    scope: "rules:write",
    hasBody: true,
    headers: ["If-Match"],
  },

  {
    operationId: "createTemplate",
    method: "POST",
    path: "/templates",
    scope: "templates:write",
    hasBody: true,
    headers: [],
  },

  {
    operationId: "deleteTemplate",
    method: "DELETE",
    path: "/templates/{template_id}",
    scope: "templates:write",
    hasBody: false,
    headers: ["If-Match"],
  },

  {
    operationId: "getTemplate",
    method: "GET",
    path: "/templates/{template_id}",
    scope: "templates:read",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "listTemplates",
    method: "GET",
    path: "/templates",
    scope: "templates:read",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "updateTemplate",
    method: "PATCH",
    path: "/templates/{template_id}",
    scope: "templates:write",
    hasBody: true,
    headers: ["If-Match"],
  },

  {
    operationId: "getUsage",
    method: "GET",
    path: "/usage",
    scope: "messages:read",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "createWebhook",
    method: "POST",
    path: "/webhooks",
    scope: "webhooks:write",
    hasBody: true,
    headers: [],
  },

  {
    operationId: "deleteWebhook",
    method: "DELETE",
    path: "/webhooks/{webhook_id}",
    scope: "webhooks:write",
    hasBody: false,
    headers: ["If-Match"],
  },

  {
    operationId: "getWebhook",
    method: "GET",
    path: "/webhooks/{webhook_id}",
    scope: "webhooks:read",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "getWebhookDelivery",
    method: "GET",
    path: "/webhooks/{webhook_id}/deliveries/{delivery_id}",
    scope: "webhooks:read",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "listWebhookDeliveries",
    method: "GET",
    path: "/webhooks/{webhook_id}/deliveries",
    scope: "webhooks:read",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "listWebhookDeliveriesOfMessage",
    method: "GET",
    path: "/messages/{message_id}/webhook-deliveries",
    scope: "webhooks:read",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "listWebhooks",
    method: "GET",
    path: "/webhooks",
    scope: "webhooks:read",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "replayWebhook",
    method: "POST",
    path: "/webhooks/{webhook_id}/replay",
    scope: "webhooks:write",
    hasBody: true,
    headers: [],
  },

  {
    operationId: "retryWebhookDelivery",
    method: "POST",
    path: "/webhooks/{webhook_id}/deliveries/{delivery_id}/retry",
    scope: "webhooks:write",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "rotateWebhookSecret",
    method: "POST",
    path: "/webhooks/{webhook_id}/rotate-secret",
    scope: "webhooks:write",
    hasBody: false,
    headers: [],
  },

  {
    operationId: "testWebhook",
    method: "POST",
    path: "/webhooks/{webhook_id}/test",
    scope: "webhooks:write",
    hasBody: true,
    headers: [],
  },

  {
    operationId: "updateWebhook",
    method: "PATCH",
    path: "/webhooks/{webhook_id}",
    scope: "webhooks:write",
    hasBody: true,
    headers: ["If-Match"],
  },
];

/** Every scope that an operation needs, in alphabetical order. */
export const scopes: readonly string[] = [...new Set(routes.flatMap(({ scope }) => scope ?? []))].sort();
