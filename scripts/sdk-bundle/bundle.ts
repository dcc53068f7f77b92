// Derives the OpenAPI document for client generators, whose clients accept the responses of later versions.
// Each rule states its reason.
import { responseNames, type Contract, namesReachedFrom, type Schemas } from "../client/contract";
import { nullableField, openList, plainType, withOpenResponses } from "./responses";
import { type Document, mapOperations, mapSchemas, withSchemas } from "./document";
import { FAILURE, withNamedFailures } from "./failures";
import { withNamesToGenerate } from "./names";
import { forOapiCodegen } from "./oapi-codegen";
import { withOptionalLists } from "./optional-lists";
import { withFlatUnions } from "./unions";

/**
 * Keywords to remove: project extensions, documentation, and `allowReserved`. With `allowReserved`, clients
 * leave plus signs unescaped.
 */
const DROPPED = new Set(["x-forms", "x-invariants", "links", "allowReserved", "examples"]);

const slim = <T>(part: T): T => {
  if (typeof part !== "object" || part === null) return part;
  if (Array.isArray(part)) return part.map(slim) as T;
  const remaining = Object.entries(part).filter(([key]) => !DROPPED.has(key));
  return Object.fromEntries(remaining.map(([key, value]: [string, unknown]) => [key, slim(value)])) as T;
};

/** Shortens the contract's description, because generators print it at the top of each file. */
const shortened = (description: string) =>
  `${description.split("\n\n")[0]?.trim()}\n\nThis is the contract for generators of clients: responses may have more fields and values than it names. The full contract is at \`/openapi.json\`, with guides at \`/docs\`.`;

/** Makes every request body required. Otherwise typed clients send `null` for an omitted body. */
const withRequiredBodies = (document: Document): Document =>
  mapOperations(document, (operation) =>
    operation.requestBody === undefined
      ? operation
      : { ...operation, requestBody: { ...operation.requestBody, required: true } },
  );

const SESSION = "ConsoleSession";

/** Removes the console's session, which generated clients would offer as an alternative to the key. */
function withKeysOnly(document: Document): Document {
  const { securitySchemes = {}, ...rest } = document.components;
  const schemes = Object.entries(securitySchemes as object).filter(([name]) => name !== SESSION);
  const keyed = mapOperations(document, (operation) =>
    operation.security === undefined
      ? operation
      : { ...operation, security: operation.security.filter((form) => !(SESSION in form)) },
  );
  const components = { ...rest, securitySchemes: Object.fromEntries(schemes) } as Document["components"];
  return { ...keyed, components };
}

function withoutUnusedSchemas(document: Document): Document {
  const { schemas, ...rest } = document.components;
  const used = namesReachedFrom([document.paths, document.webhooks, rest], schemas as Schemas);
  return withSchemas(
    document,
    Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name))),
  );
}

/** Returns the document for client generators. The same contract gives the same document. */
export function sdkBundle(contract: unknown): Document {
  const document = contract as Document;
  const usedByResponses = new Set([...responseNames(contract as Contract), FAILURE]);
  const named = withNamedFailures(withRequiredBodies(withKeysOnly(slim(document))));
  const opened = withOptionalLists(withOpenResponses(withFlatUnions(named), usedByResponses));
  const listed = mapSchemas(opened, (schema) => plainType(openList(nullableField(schema))));
  const info = { ...document.info, description: shortened(document.info.description) };
  return forOapiCodegen(withNamesToGenerate(withoutUnusedSchemas({ ...listed, info })));
}
