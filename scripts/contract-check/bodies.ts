import type { OperationId } from "../../generated/server/binding";
import type { Operation } from "./contract";
import type { RequestParts } from "./exchange";
import { randomUUID } from "node:crypto";

/** Returns a well-formed id that no resource has. */
export function unknownId(): string {
  const now = Date.now().toString(16).padStart(12, "0");
  const random = randomUUID();
  return `${now.slice(0, 8)}-${now.slice(8)}-7${random.slice(15, 18)}-${random.slice(19)}`;
}

let names = 0;

/** Returns a name that the run has not used yet. */
export const nameFor = (prefix: string, what: string): string => `${prefix} ${what} ${++names}`;

/**
 * Bodies that send no message and cause no event if accepted by mistake. Names begin with the run's prefix.
 * Operations with an id in the path use the contract's example, because their id is unknown.
 */
const HARMLESS: Partial<Record<OperationId, (prefix: string) => unknown>> = {
  createUploadUrl: (prefix) => ({
    usage: "contact_import",
    content_type: "text/csv",
    size_bytes: 10,
    filename: `${prefix}.csv`,
  }),
  createTemplate: (prefix) => ({
    name: nameFor(prefix, "template"),
    channel: "sms",
    content: { type: "text", text: "Olá {{name}}" },
    follow_ups: [],
  }),
  createCannedResponse: (prefix) => ({
    name: nameFor(prefix, "response"),
    shortcut: null,
    text: "Oi {{name}}",
  }),
  upsertContact: (prefix) => ({ phone: "+5511900000000", name: nameFor(prefix, "contact"), attributes: {} }),
  createContactList: (prefix) => ({ name: nameFor(prefix, "list"), type: "default", channels: [] }),
  // The template is unknown, so nothing is sent.
  sendMessages: () => ({
    template_id: unknownId(),
    recipients: [{ to: "+5511900000000", variables: { name: "Ana" }, client_reference: "contract-check" }],
  }),
  previewMessages: () => ({
    template_id: unknownId(),
    recipients: [{ to: "+5511900000000", variables: { name: "Ana" }, client_reference: "contract-check" }],
  }),
  createCampaign: (prefix) => ({
    name: nameFor(prefix, "campaign"),
    template_id: unknownId(),
    list_id: unknownId(),
  }),
  // Names below .invalid never resolve (RFC 6761).
  createWebhook: (prefix) => ({
    url: `https://${prefix}.invalid/hook`,
    description: nameFor(prefix, "endpoint"),
  }),
  // A word in two lists is refused, so the account keeps its words.
  updateOptOutWords: () => ({
    ...{ opt_out: ["SAIR"], opt_in: ["SAIR"], help: [] },
    ...{ confirmation: null, help_answer: null },
  }),
  // A window that closes before it opens is refused, so the account keeps its rule.
  updateSendingRule: () => ({ windows: [{ days: ["mon"], from: "18:00", to: "08:00" }] }),
  createPrivacyRequest: () => ({ phone: "+5511900000000", kind: "export" }),
  createApiKey: (prefix) => ({
    name: nameFor(prefix, "key"),
    scopes: ["files:read"],
    expires_at: new Date(Date.now() + 3_600_000).toISOString(),
  }),
};

/** Returns a valid request for unknown ids, or one that creates a resource that the run can delete. */
export function harmlessRequest(operation: Operation, prefix: string): RequestParts {
  const ids = operation.parameters.filter((parameter) => parameter.in === "path");
  const body = HARMLESS[operation.id]?.(prefix) ?? operation.body?.example;
  return {
    params: Object.fromEntries(ids.map(({ name }) => [name, unknownId()])),
    ...(operation.body ? { body } : {}),
  };
}
