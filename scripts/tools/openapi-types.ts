import type { OpenAPI3, OpenAPITSOptions } from "openapi-typescript";

/**
 * Returns TypeScript types for an OpenAPI document, given as an object, a text or a URL, in the document's
 * order.
 */
export async function openapiTypes(
  source: string | URL | OpenAPI3,
  options: OpenAPITSOptions = {},
): Promise<string> {
  // Imported dynamically: the package's CommonJS types are for TypeScript before 7.
  const { default: openapiTS, astToString } = await import("openapi-typescript");
  return astToString(await openapiTS(source, { alphabetize: false, ...options }));
}
