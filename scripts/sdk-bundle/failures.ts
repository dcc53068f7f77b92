import { type Answer, type Document, nameOf, refTo, type Schema } from "./document";

/** The contract's envelope of every failure, and what is in it: `code`, `message`, `request_id`, `fields`. */
export const ENVELOPE = "ErrorEnvelope";
export const FAILURE = "Failure";

/** Which codes a response's own part of the schema leaves. */
const codesOf = ({ allOf = [] }: Schema): unknown[] =>
  allOf.flatMap((part) => part.properties?.error?.properties?.code?.enum ?? []);

const isEnvelope = (schema: Schema): boolean =>
  [schema, ...(schema.allOf ?? [])].some((one) => nameOf(one) === ENVELOPE);

/** The envelope by its name: what narrows it to some codes would be a class of its own, with nothing but the code in it. */
function plainFailure(answer: Answer): Answer {
  const media = answer.content?.["application/json"];
  if (media === undefined || !isEnvelope(media.schema)) return answer;
  const codes = codesOf(media.schema).map((code) => `\`${String(code)}\``);
  const said = codes.length === 0 ? "" : ` The \`code\` is ${codes.join(" or ")}.`;
  return {
    ...answer,
    description: `${answer.description.trim()}${said}`,
    content: { "application/json": { ...media, schema: refTo(ENVELOPE) } },
  };
}

/** A document whose failures are all one schema by name, and the failure in it another. */
export function withNamedFailures(document: Document): Document {
  const { schemas, responses } = document.components;
  const envelope = schemas[ENVELOPE];
  const failure = envelope?.properties?.error;
  if (!envelope || !failure?.properties)
    throw new Error(`the contract has no ${ENVELOPE} with an error in it`);
  if (FAILURE in schemas) throw new Error(`the contract has a schema called ${FAILURE} already`);
  return {
    ...document,
    components: {
      ...document.components,
      responses: Object.fromEntries(
        Object.entries(responses).map(([name, answer]) => [name, plainFailure(answer)]),
      ),
      schemas: {
        ...schemas,
        [ENVELOPE]: { ...envelope, properties: { ...envelope.properties, error: refTo(FAILURE) } },
        [FAILURE]: failure,
      },
    },
  };
}
