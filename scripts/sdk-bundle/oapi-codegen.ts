import { pascal } from "../client/contract";
import { type Document, mapOperations, type Operation } from "./document";

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
  const schemas: Document["components"]["schemas"] = {};
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    schemas[name] = taken.has(name) ? { ...schema, "x-go-name": `${name}Body` } : schema;
  }
  return { ...document, components: { ...document.components, schemas } };
}

function withCallbacks(document: Document): Document {
  const callbacks = Object.fromEntries(
    Object.entries(document.webhooks).map(([name, item]) => [
      name,
      { "{$request.body#/url}": asCallback(item) },
    ]),
  );
  return mapOperations(document, (operation) =>
    operation.operationId === REGISTERS ? { ...operation, callbacks } : operation,
  );
}

/** Returns an event's operations as callbacks. Their ids differ, because ids are unique in a document. */
const asCallback = (item: Record<string, Operation>) =>
  Object.fromEntries(
    Object.entries(item).map(([method, operation]) => [
      method,
      { ...operation, operationId: `${operation.operationId}Callback` },
    ]),
  );
