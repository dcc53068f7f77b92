import ts from "typescript";
import { openapiTypes } from "../tools/openapi-types";
import type { Schemas } from "./contract";
import { ANY_OTHER } from "./schemas";

const anyOther = () =>
  ts.factory.createIntersectionTypeNode([
    ts.factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
    ts.factory.createTypeLiteralNode([]),
  ]);

/** Returns `Message` for `components["schemas"]["Message"]`. */
const named = (text: string) => text.replace(/components\["schemas"\]\["(\w+)"\]/g, "$1");

/** Removes generator tags from doc comments, because editors would show them. */
const plain = (comment: string) =>
  comment
    .replace(/^[ \t]*\/\*\* @enum \{.*\} \*\/\n/gm, "")
    .replace(/^[ \t]*\* (@enum \{.*\}|Format: .*)\n/gm, "")
    .replace(/@description /g, "")
    .replace(/\/\*\*\s+\* (.*)\s+\*\//g, "/** $1 */");

/** Returns the source of a module with a type per schema: an interface for an object, otherwise an alias. */
export async function typesSource(schemas: Schemas): Promise<string> {
  const document = { openapi: "3.1.0", info: { title: "", version: "" }, paths: {}, components: { schemas } };
  const types = await openapiTypes(document as never, {
    defaultNonNullable: false,
    transform: (schema) => (schema?.format === ANY_OTHER.format ? anyOther() : emptyList(schema)),
  });
  const source = ts.createSourceFile("types.ts", types, ts.ScriptTarget.ES2022);
  return membersOf(source)
    .map((member) => declarationOf(member, source))
    .join("\n\n");
}

/** Returns the empty tuple as the type of an array whose `maxItems` is 0. */
const emptyList = (schema: { type?: unknown; maxItems?: number }) =>
  schema?.type === "array" && schema.maxItems === 0 ? ts.factory.createTupleTypeNode([]) : undefined;

function membersOf(source: ts.SourceFile): ts.PropertySignature[] {
  for (const statement of source.statements) {
    if (!ts.isInterfaceDeclaration(statement) || statement.name.text !== "components") continue;
    const schemas = statement.members.find((one) => one.name?.getText(source) === "schemas");
    if (schemas && ts.isPropertySignature(schemas) && schemas.type && ts.isTypeLiteralNode(schemas.type)) {
      return schemas.type.members.filter(ts.isPropertySignature);
    }
  }
  throw new Error("openapi-typescript returned no schemas");
}

function declarationOf(member: ts.PropertySignature, source: ts.SourceFile): string {
  const comment = source.text.slice(member.pos, member.getStart(source)).trim();
  const name = member.name.getText(source);
  const type = named(plain(member.type?.getText(source) ?? "unknown"));
  const isObject = member.type !== undefined && ts.isTypeLiteralNode(member.type);
  return `${plain(comment)}\nexport ${isObject ? `interface ${name} ${type}` : `type ${name} = ${type};`}`;
}
