import type { OpenAPI3, OpenAPITSOptions } from "openapi-typescript";

/** Returns TypeScript types for an OpenAPI document (object, text or URL), in the document's order. */
export async function openapiTypes(
  source: string | URL | OpenAPI3,
  options: OpenAPITSOptions = {},
): Promise<string> {
  // Dynamic import, because TypeScript 7 rejects the types that a static import would use (CommonJS).
  const { default: openapiTS, astToString } = await import("openapi-typescript");
  return astToString(await openapiTS(source, { alphabetize: false, ...options }));
}
