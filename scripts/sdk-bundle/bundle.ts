// The contract as generators of clients read it best: the same operations and values, put so that the clients of
// today go on with the answers of later versions. What each rule is for stands beside it.
import { answeredNames, type Contract, namesReachedFrom, type Schemas } from "../client/contract";
import { nullableField, openList, plainType, withOpenAnswers } from "./answers";
import { type Document, mapOperations, mapSchemas } from "./document";
import { FAILURE, withNamedFailures } from "./failures";
import { withNamesToGenerate } from "./names";
import { forOapiCodegen } from "./oapi-codegen";
import { withOptionalLists } from "./optional-lists";
import { withFlatUnions } from "./unions";

/** Ours alone, or made for pages: `allowReserved` would leave a plus sign in a query, which means a space there. */
const LEFT_OUT = new Set(["x-forms", "x-invariants", "links", "allowReserved", "examples"]);

const slim = <T>(part: T): T => {
  if (typeof part !== "object" || part === null) return part;
  if (Array.isArray(part)) return part.map(slim) as T;
  const kept = Object.entries(part).filter(([key]) => !LEFT_OUT.has(key));
  return Object.fromEntries(kept.map(([key, value]: [string, unknown]) => [key, slim(value)])) as T;
};

/** Generators print it at the head of each file. */
const inShort = (description: string) =>
  `${description.split("\n\n")[0]?.trim()}\n\nThis is the contract for generators of clients: answers may have more fields and values than it names. The contract in full is at \`/openapi.json\`, with guides at \`/docs\`.`;

/** A body that may be left out is sent as `null` by the clients of typed languages: they give an empty object instead. */
const withRequiredBodies = (document: Document): Document =>
  mapOperations(document, (operation) =>
    operation.requestBody === undefined
      ? operation
      : { ...operation, requestBody: { ...operation.requestBody, required: true } },
  );

const SESSION = "ConsoleSession";

/** A session is for the console's own page: generated clients would offer it beside the key. */
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

/** Without the schemas that nothing refers to any more. */
function withoutStrays(document: Document): Document {
  const { schemas, ...rest } = document.components;
  const used = namesReachedFrom([document.paths, document.webhooks, rest], schemas as Schemas);
  const kept = Object.entries(schemas).filter(([name]) => used.has(name));
  return {
    ...document,
    components: { ...rest, schemas: Object.fromEntries(kept) } as Document["components"],
  };
}

/** The document for generators from the bundled contract. The same contract gives the same document. */
export function sdkBundle(contract: unknown): Document {
  const document = contract as Document;
  const answered = new Set([...answeredNames(contract as Contract), FAILURE]);
  const named = withNamedFailures(withRequiredBodies(withKeysOnly(slim(document))));
  const opened = withOptionalLists(withOpenAnswers(withFlatUnions(named), answered));
  const listed = mapSchemas(opened, (schema) => plainType(openList(nullableField(schema))));
  const info = { ...document.info, description: inShort(document.info.description) };
  return forOapiCodegen(withNamesToGenerate(withoutStrays({ ...listed, info })));
}
