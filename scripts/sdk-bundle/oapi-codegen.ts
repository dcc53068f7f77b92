import { pascal } from "../client/contract";
import { type Document, mapOperations, mapValues, type Operation, withSchemas } from "./document";

const REGISTERS = "createWebhook";

/**
 * Returns a document that oapi-codegen (Go) compiles. oapi-codegen names results `<Operation>Response`, so a
 * schema of that name is renamed in Go. oapi-codegen drops schemas that no path uses, so webhook events also
 * become callbacks of `createWebhook`. Other generators ignore both changes.
 */
export const forOapiCodegen = (document: Document): Document => withCallbacks(withGoNames(document));

function withGoNames(document: Document): Document {
  const taken = new Set<string>();
  mapOperations(document, (operation) => {
    taken.add(`${pascal(operation.operationId)}Response`);
    return operation;
  });
  const schemas = mapValues(document.components.schemas, (schema, name) =>
    taken.has(name) ? { ...schema, "x-go-name": `${name}Body` } : schema,
  );
  return withSchemas(document, schemas);
}

function withCallbacks(document: Document): Document {
  const callbacks = mapValues(document.webhooks, (item) => ({ "{$request.body#/url}": asCallback(item) }));
  return mapOperations(document, (operation) =>
    operation.operationId === REGISTERS ? { ...operation, callbacks } : operation,
  );
}

/** Returns an event's operations as callbacks. Their ids differ, because ids are unique in a document. */
const asCallback = (item: Record<string, Operation>) =>
  mapValues(item, (operation) => ({ ...operation, operationId: `${operation.operationId}Callback` }));
