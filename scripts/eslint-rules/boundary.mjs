// ESLint rules that forbid imports of certain paths, for relative and for absolute specifiers.
import { statSync } from "node:fs";
import { posix, relative, resolve, sep } from "node:path";

const root = resolve(import.meta.dirname, "../..");
const fromTop = (file) => relative(root, file).split(sep).join("/");

/** Resolves "../platform/db/dialect" in src/http/x.ts to "src/platform/db/dialect". Keeps package names. */
function targetOf(source, file) {
  if (!source.startsWith(".") && !source.startsWith("/")) return source;
  const target = source.startsWith("/")
    ? fromTop(source)
    : posix.join(posix.dirname(fromTop(file)), source).replace(/\/$/, "");
  const isFolder = statSync(resolve(root, target), { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isFolder ? `${target}/index` : target.replace(/\.[cm]?[jt]s$/, "");
}

const isTypeOnly = (node) =>
  (node.importKind ?? node.exportKind) === "type" ||
  node.type === "TSImportType" ||
  (node.specifiers?.length > 0 &&
    node.specifiers.every((one) => (one.importKind ?? one.exportKind) === "type"));

/** Returns the imported names. Null if the import includes all exports. */
function namesOf(node) {
  const names = (node.specifiers ?? []).map((one) => (one.imported ?? one.local)?.name ?? null);
  const bringsAll = node.specifiers?.some((one) => one.type === "ImportNamespaceSpecifier") ?? true;
  return bringsAll ? null : names;
}

/**
 * Returns a rule against imports of the paths in `forbids`. `types: "allowed"` permits imports of types only;
 * `names` restricts an entry to these exports.
 */
export function boundary({ forbids, message }) {
  return {
    meta: { type: "problem", schema: [], messages: { crossed: "{{target}}: {{message}}" } },
    create(context) {
      function check(node, source) {
        if (typeof source !== "string") return;
        const target = targetOf(source, context.filename);
        const names = namesOf(node);
        const crossed = forbids.some(
          (one) =>
            one.path.test(target) &&
            !(one.types === "allowed" && isTypeOnly(node)) &&
            (one.names === undefined || names === null || names.some((name) => one.names.includes(name))),
        );
        if (crossed) context.report({ node, messageId: "crossed", data: { target, message } });
      }

      return {
        ImportDeclaration: (node) => check(node, node.source.value),
        ExportAllDeclaration: (node) => check(node, node.source.value),
        ExportNamedDeclaration: (node) => check(node, node.source?.value),
        ImportExpression: (node) => check(node, node.source.value),
        TSImportType: (node) => check(node, node.source.value),
        TSExternalModuleReference: (node) => check(node, node.expression.value),
        "CallExpression[callee.name='require']": (node) => check(node, node.arguments[0]?.value),
      };
    },
  };
}
