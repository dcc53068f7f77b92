import { pascalCase } from "../tools/pascal-case";

interface Parameter {
  $ref?: string;
  name?: string;
  in?: string;
  required?: boolean;
}

interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  tags?: string[];
  security?: object[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean };
  responses?: Record<string, { content?: object }>;
}

export interface Contract {
  openapi: string;
  info: { title: string; version: string };
  servers?: { url: string }[];
  tags?: { name: string }[];
  components?: { parameters?: Record<string, Parameter>; securitySchemes?: object };
  paths: Record<string, Record<string, Operation>>;
}

const ANY_OBJECT = { "application/json": { schema: { type: "object" } } };

/**
 * Returns an outline of the contract for the code generator's templates: operations with texts, scopes and
 * parameters. Bodies have no schemas, because generated code takes their types from `schema.d.ts`. A change
 * of schemas therefore leaves the outline unchanged. Tags become Pascal case. Otherwise the generator would
 * change "API keys" to "APIKeys" instead of "ApiKeys".
 */
export function outlineOf({ openapi, info, servers, tags = [], components = {}, paths }: Contract): object {
  const parameterOf = ({ $ref, ...parameter }: Parameter) => {
    const { name, in: place, required } = components.parameters?.[$ref?.split("/").at(-1) ?? ""] ?? parameter;
    return { name, in: place, required, schema: { type: "string" } };
  };
  const successesOf = (responses: Operation["responses"] = {}) =>
    Object.entries(responses)
      .filter(([status]) => status.startsWith("2"))
      .map(([status, { content }]) => [status, { description: "", content: content && ANY_OBJECT }]);
  const operationOf = ({ requestBody, responses, parameters = [], ...operation }: Operation) => ({
    operationId: operation.operationId,
    summary: operation.summary,
    description: operation.description,
    security: operation.security,
    tags: operation.tags?.map(pascalCase),
    parameters: parameters.map(parameterOf),
    requestBody: requestBody && { required: requestBody.required, content: ANY_OBJECT },
    responses: Object.fromEntries(successesOf(responses)) as object,
  });
  const mapped = <T, U>(record: Record<string, T>, change: (value: T) => U) =>
    Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
  return {
    openapi,
    info: { title: info.title, version: info.version },
    servers,
    tags: tags.map(({ name }) => ({ name: pascalCase(name) })),
    components: { securitySchemes: components.securitySchemes },
    paths: mapped(paths, (item) => mapped(item, operationOf)),
  };
}
