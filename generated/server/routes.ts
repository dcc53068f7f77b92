// Generated from openapi/ by `npm run generate`. Edits are lost.

import type { ApiKeysApi } from "./api-keys.api";
import type { CampaignsApi } from "./campaigns.api";
import type { ContactListsApi } from "./contact-lists.api";
import type { ContactsApi } from "./contacts.api";
import type { FilesApi } from "./files.api";
import type { ImportsApi } from "./imports.api";
import type { InboundApi } from "./inbound.api";
import type { MessagesApi } from "./messages.api";
import type { SendersApi } from "./senders.api";
import type { TemplatesApi } from "./templates.api";
import type { UsageApi } from "./usage.api";
import type { WebhooksApi } from "./webhooks.api";

import type { OperationId } from "./binding";

/** Every operation's handler: an implementation that lacks one does not compile. */
export interface Api
  extends
    ApiKeysApi,
    CampaignsApi,
    ContactListsApi,
    ContactsApi,
    FilesApi,
    ImportsApi,
    InboundApi,
    MessagesApi,
    SendersApi,
    TemplatesApi,
    UsageApi,
    WebhooksApi {}

export interface Route {
  operationId: OperationId;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Relative to the version prefix, with parameters in braces. */
  path: string;
  /** The scope that a key needs. */
  scope: string;
  /** Whether the operation takes a JSON body. */
  hasBody: boolean;
}

export const routes: readonly Route[] = [
  {
    operationId: "createApiKey",
    method: "POST",
    path: "/api-keys",
    scope: "keys:write",
    hasBody: true,
  },

  {
    operationId: "listApiKeys",
    method: "GET",
    path: "/api-keys",
    scope: "keys:read",
    hasBody: false,
  },

  {
    operationId: "revokeApiKey",
    method: "DELETE",
    path: "/api-keys/{key_id}",
    scope: "keys:write",
    hasBody: false,
  },

  {
    operationId: "cancelSchedule",
    method: "DELETE",
    path: "/campaigns/{campaign_id}/schedule",
    scope: "campaigns:write",
    hasBody: false,
  },

  {
    operationId: "createCampaign",
    method: "POST",
    path: "/campaigns",
    scope: "campaigns:write",
    hasBody: true,
  },

  {
    operationId: "deleteCampaign",
    method: "DELETE",
    path: "/campaigns/{campaign_id}",
    scope: "campaigns:write",
    hasBody: false,
  },

  {
    operationId: "getCampaign",
    method: "GET",
    path: "/campaigns/{campaign_id}",
    scope: "campaigns:read",
    hasBody: false,
  },

  {
    operationId: "launchCampaign",
    method: "POST",
    path: "/campaigns/{campaign_id}/launch",
    scope: "campaigns:launch",
    hasBody: false,
  },

  {
    operationId: "listCampaigns",
    method: "GET",
    path: "/campaigns",
    scope: "campaigns:read",
    hasBody: false,
  },

  {
    operationId: "scheduleCampaign",
    method: "PUT",
    path: "/campaigns/{campaign_id}/schedule",
    scope: "campaigns:launch",
    hasBody: true,
  },

  {
    operationId: "stopCampaign",
    method: "POST",
    path: "/campaigns/{campaign_id}/stop",
    scope: "campaigns:launch",
    hasBody: false,
  },

  {
    operationId: "updateCampaign",
    method: "PATCH",
    path: "/campaigns/{campaign_id}",
    scope: "campaigns:write",
    hasBody: true,
  },

  {
    operationId: "addMember",
    method: "PUT",
    path: "/contact-lists/{list_id}/contacts/{contact_id}",
    scope: "contacts:write",
    hasBody: false,
  },

  {
    operationId: "createContactList",
    method: "POST",
    path: "/contact-lists",
    scope: "contacts:write",
    hasBody: true,
  },

  {
    operationId: "deleteContactList",
    method: "DELETE",
    path: "/contact-lists/{list_id}",
    scope: "contacts:write",
    hasBody: false,
  },

  {
    operationId: "getContactList",
    method: "GET",
    path: "/contact-lists/{list_id}",
    scope: "contacts:read",
    hasBody: false,
  },

  {
    operationId: "listContactLists",
    method: "GET",
    path: "/contact-lists",
    scope: "contacts:read",
    hasBody: false,
  },

  {
    operationId: "listMembers",
    method: "GET",
    path: "/contact-lists/{list_id}/contacts",
    scope: "contacts:read",
    hasBody: false,
  },

  {
    operationId: "removeMember",
    method: "DELETE",
    path: "/contact-lists/{list_id}/contacts/{contact_id}",
    scope: "contacts:write",
    hasBody: false,
  },

  {
    operationId: "updateContactList",
    method: "PATCH",
    path: "/contact-lists/{list_id}",
    scope: "contacts:write",
    hasBody: true,
  },

  {
    operationId: "upsertMember",
    method: "POST",
    path: "/contact-lists/{list_id}/contacts",
    scope: "contacts:write",
    hasBody: true,
  },

  {
    operationId: "deleteContact",
    method: "DELETE",
    path: "/contacts/{contact_id}",
    scope: "contacts:write",
    hasBody: false,
  },

  {
    operationId: "getContact",
    method: "GET",
    path: "/contacts/{contact_id}",
    scope: "contacts:read",
    hasBody: false,
  },

  {
    operationId: "listContacts",
    method: "GET",
    path: "/contacts",
    scope: "contacts:read",
    hasBody: false,
  },

  {
    operationId: "updateContact",
    method: "PATCH",
    path: "/contacts/{contact_id}",
    scope: "contacts:write",
    hasBody: true,
  },

  {
    operationId: "upsertContact",
    method: "POST",
    path: "/contacts",
    scope: "contacts:write",
    hasBody: true,
  },

  {
    operationId: "confirmFile",
    method: "POST",
    path: "/files/{file_id}/confirm",
    scope: "files:write",
    hasBody: false,
  },

  {
    operationId: "createUploadUrl",
    method: "POST",
    path: "/files/upload-url",
    scope: "files:write",
    hasBody: true,
  },

  {
    operationId: "deleteFile",
    method: "DELETE",
    path: "/files/{file_id}",
    scope: "files:write",
    hasBody: false,
  },

  {
    operationId: "getFile",
    method: "GET",
    path: "/files/{file_id}",
    scope: "files:read",
    hasBody: false,
  },

  {
    operationId: "getFileConstraints",
    method: "GET",
    path: "/files/constraints",
    scope: "files:read",
    hasBody: false,
  },

  {
    operationId: "getFileDownloadUrl",
    method: "GET",
    path: "/files/{file_id}/download-url",
    scope: "files:read",
    hasBody: false,
  },

  {
    operationId: "listFiles",
    method: "GET",
    path: "/files",
    scope: "files:read",
    hasBody: false,
  },

  {
    operationId: "cancelImport",
    method: "POST",
    path: "/contact-lists/{list_id}/imports/{import_id}/cancel",
    scope: "contacts:write",
    hasBody: false,
  },

  {
    operationId: "createImport",
    method: "POST",
    path: "/contact-lists/{list_id}/imports",
    scope: "contacts:write",
    hasBody: true,
  },

  {
    operationId: "getImport",
    method: "GET",
    path: "/contact-lists/{list_id}/imports/{import_id}",
    scope: "contacts:read",
    hasBody: false,
  },

  {
    operationId: "getImportErrors",
    method: "GET",
    path: "/contact-lists/{list_id}/imports/{import_id}/errors",
    scope: "contacts:read",
    hasBody: false,
  },

  {
    operationId: "listImports",
    method: "GET",
    path: "/contact-lists/{list_id}/imports",
    scope: "contacts:read",
    hasBody: false,
  },

  {
    operationId: "getInboundMessage",
    method: "GET",
    path: "/inbound-messages/{inbound_message_id}",
    scope: "messages:read",
    hasBody: false,
  },

  {
    operationId: "getInboundRcsEvent",
    method: "GET",
    path: "/inbound-rcs-events/{inbound_rcs_event_id}",
    scope: "messages:read",
    hasBody: false,
  },

  {
    operationId: "listInboundMessages",
    method: "GET",
    path: "/inbound-messages",
    scope: "messages:read",
    hasBody: false,
  },

  {
    operationId: "listInboundRcsEvents",
    method: "GET",
    path: "/inbound-rcs-events",
    scope: "messages:read",
    hasBody: false,
  },

  {
    operationId: "getMessage",
    method: "GET",
    path: "/messages/{message_id}",
    scope: "messages:read",
    hasBody: false,
  },

  {
    operationId: "listMessages",
    method: "GET",
    path: "/messages",
    scope: "messages:read",
    hasBody: false,
  },

  {
    operationId: "previewMessages",
    method: "POST",
    path: "/messages/preview",
    scope: "messages:send",
    hasBody: true,
  },

  {
    operationId: "sendMessages",
    method: "POST",
    path: "/messages",
    scope: "messages:send",
    hasBody: true,
  },

  {
    operationId: "listSenders",
    method: "GET",
    path: "/senders",
    scope: "senders:read",
    hasBody: false,
  },

  {
    operationId: "createTemplate",
    method: "POST",
    path: "/templates",
    scope: "templates:write",
    hasBody: true,
  },

  {
    operationId: "deleteTemplate",
    method: "DELETE",
    path: "/templates/{template_id}",
    scope: "templates:write",
    hasBody: false,
  },

  {
    operationId: "getTemplate",
    method: "GET",
    path: "/templates/{template_id}",
    scope: "templates:read",
    hasBody: false,
  },

  {
    operationId: "listTemplates",
    method: "GET",
    path: "/templates",
    scope: "templates:read",
    hasBody: false,
  },

  {
    operationId: "updateTemplate",
    method: "PATCH",
    path: "/templates/{template_id}",
    scope: "templates:write",
    hasBody: true,
  },

  {
    operationId: "getUsage",
    method: "GET",
    path: "/usage",
    scope: "messages:read",
    hasBody: false,
  },

  {
    operationId: "createWebhook",
    method: "POST",
    path: "/webhooks",
    scope: "webhooks:write",
    hasBody: true,
  },

  {
    operationId: "deleteWebhook",
    method: "DELETE",
    path: "/webhooks/{webhook_id}",
    scope: "webhooks:write",
    hasBody: false,
  },

  {
    operationId: "getWebhook",
    method: "GET",
    path: "/webhooks/{webhook_id}",
    scope: "webhooks:read",
    hasBody: false,
  },

  {
    operationId: "listWebhookDeliveries",
    method: "GET",
    path: "/webhooks/{webhook_id}/deliveries",
    scope: "webhooks:read",
    hasBody: false,
  },

  {
    operationId: "listWebhooks",
    method: "GET",
    path: "/webhooks",
    scope: "webhooks:read",
    hasBody: false,
  },

  {
    operationId: "retryWebhookDelivery",
    method: "POST",
    path: "/webhooks/{webhook_id}/deliveries/{delivery_id}/retry",
    scope: "webhooks:write",
    hasBody: false,
  },

  {
    operationId: "rotateWebhookSecret",
    method: "POST",
    path: "/webhooks/{webhook_id}/rotate-secret",
    scope: "webhooks:write",
    hasBody: false,
  },

  {
    operationId: "testWebhook",
    method: "POST",
    path: "/webhooks/{webhook_id}/test",
    scope: "webhooks:write",
    hasBody: false,
  },

  {
    operationId: "updateWebhook",
    method: "PATCH",
    path: "/webhooks/{webhook_id}",
    scope: "webhooks:write",
    hasBody: true,
  },
];

/** Every scope that some operation needs, in alphabetical order. */
export const scopes: readonly string[] = [...new Set(routes.map((route) => route.scope))].sort();
