import type { OperationId } from "../../generated/server/binding";
import { hasIdInPath, type Operation, type Schema } from "./contract";
import type { RequestParts } from "./exchange";
import { mapTexts } from "./invariants/values";
import { randomBytes, randomUUID } from "node:crypto";

/** Returns a well-formed id that no resource has. */
export function unknownId(): string {
  const now = Date.now().toString(16).padStart(12, "0");
  const random = randomUUID();
  return `${now.slice(0, 8)}-${now.slice(8)}-7${random.slice(15, 18)}-${random.slice(19)}`;
}

/** Returns a well-formed API key that is new, and therefore unknown. */
export const newKey = (): string => `st_${randomBytes(32).toString("hex")}`;

export const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString();

/** Returns yesterday's UTC date. A period from this date contains everything that the run created. */
export const yesterday = (): string => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

let names = 0;

export const nameFor = (prefix: string, what: string): string => `${prefix} ${what} ${++names}`;

/** Fields that make a body harmless if a service accepts it by mistake. */
const HARMLESS: Partial<Record<OperationId, object>> = {
  // No operation deletes consents. This consent grants little, and the number's other consents are newer.
  createConsent: { purposes: ["otp"], channels: ["voice"], occurred_at: "2001-01-01T00:00:00Z" },
  // The word is in both lists, so the service refuses the change and the account keeps its former words.
  updateOptOutWords: { opt_out: ["SAIR"], opt_in: ["SAIR"] },
  // The window closes before it opens, so the service refuses the rule and the account keeps the old one.
  updateSendingRule: { windows: [{ days: ["mon"], from: "18:00", to: "08:00" }] },
  createApiKey: { scopes: ["files:read"] },
  createPrivacyRequest: { kind: "export" },
  // The template is unknown, so the send is refused and no message is sent.
  sendMessages: { template_id: unknownId() },
};

/**
 * Returns the contract's example with new names and unknown ids, so that it sends no message and causes no
 * event if a service accepts it.
 */
function harmlessBody({ id, body }: Operation, prefix: string): object {
  const changed = mapTexts(body?.example, (field, text) => {
    if (field === "name") return nameFor(prefix, "example");
    if (field === "phone" || field === "to") return "+5511900000000";
    // Names below .invalid never resolve (RFC 6761).
    if (field === "url") return `https://${prefix}.invalid/hook`;
    if (field.endsWith("_id")) return unknownId();
    return field.endsWith("_at") ? inAnHour() : text;
  });
  return { ...(changed as object), ...HARMLESS[id] };
}

/** Returns the first of the values that the contract lists, or an unknown id. */
const valueInPath = ({ enum: values }: Schema): string =>
  values === undefined ? unknownId() : String(values[0]);

/**
 * Returns an `If-Match` that no version matches, if the operation changes a resource that every account has.
 */
const harmlessHeaders = (operation: Operation): Pick<RequestParts, "headers"> =>
  !hasIdInPath(operation) && operation.parameters.some(({ name }) => name === "If-Match")
    ? { headers: { "If-Match": '"no-version"' } }
    : {};

/** Returns a valid request for unknown ids, or one that creates a resource that the run can delete. */
export function harmlessRequest(operation: Operation, prefix: string): RequestParts {
  const inPath = operation.parameters.filter((parameter) => parameter.in === "path");
  return {
    params: Object.fromEntries(inPath.map(({ name, schema }) => [name, valueInPath(schema)])),
    ...harmlessHeaders(operation),
    ...(operation.body ? { body: harmlessBody(operation, prefix) } : {}),
  };
}
