import { nameOf, refTo } from "../client/contract";
import { type Response, type Document, mapValues, type Schema, withSchemas } from "./document";

/** Name of the schema of every error response. */
const ENVELOPE = "ErrorEnvelope";
export const FAILURE = "Failure";

const codesOf = ({ allOf = [] }: Schema): unknown[] =>
  allOf.flatMap((part) => part.properties?.error?.properties?.code?.enum ?? []);

const isEnvelope = (schema: Schema): boolean =>
  [schema, ...(schema.allOf ?? [])].some((one) => nameOf(one) === ENVELOPE);

/**
 * Makes an error response refer to the envelope alone, and lists its error codes in the description.
 * Generators would make a separate class for each response with codes.
 */
function plainFailure(response: Response): Response {
  const media = response.content?.["application/json"];
  if (media === undefined || !isEnvelope(media.schema)) return response;
  const codes = codesOf(media.schema).map((code) => `\`${String(code)}\``);
  const codesText = codes.length === 0 ? "" : ` The \`code\` is ${codes.join(" or ")}.`;
  return {
    ...response,
    description: `${response.description.trim()}${codesText}`,
    content: { "application/json": { ...media, schema: refTo(ENVELOPE) } },
  };
}

/**
 * Returns a document whose error responses all refer to `ErrorEnvelope`. The envelope's `error` refers to the
 * schema `Failure`, so that generated clients have one class for the error.
 */
export function withNamedFailures(document: Document): Document {
  const { schemas, responses } = document.components;
  const envelope = schemas[ENVELOPE];
  const failure = envelope?.properties?.error;
  if (!envelope || !failure?.properties)
    throw new Error(`the contract has no ${ENVELOPE} with an error in it`);
  if (FAILURE in schemas) throw new Error(`the contract has a schema called ${FAILURE} already`);
  const components = { ...document.components, responses: mapValues(responses, plainFailure) };
  return withSchemas(
    { ...document, components },
    {
      ...schemas,
      [ENVELOPE]: { ...envelope, properties: { ...envelope.properties, error: refTo(FAILURE) } },
      [FAILURE]: failure,
    },
  );
}
