import type { OpenAPI3, OpenAPITSOptions } from "openapi-typescript";

/** The types of an OpenAPI document, its text, or what is at its address, in the document's order. */
export async function openapiTypes(
  source: string | URL | OpenAPI3,
  options: OpenAPITSOptions = {},
): Promise<string> {
  // Its types for CommonJS are for TypeScript before 7 only.
  const { default: openapiTS, astToString } = await import("openapi-typescript");
  return astToString(await openapiTS(source, { alphabetize: false, ...options }));
}
