import { posix, relative, resolve, sep } from "node:path";

const root = resolve(import.meta.dirname, "../..");

/** Functions whose string argument may be a table name: `db("files as f")`, `bulkInsert(trx, "files", …)`. */
const NAMING =
  /^(db|trx|tx|database|knex|from|into|join|leftJoin|innerJoin|table|bulkInsert|bulkUpdate|rowsOf)$/;
const nameOf = (callee) => (callee.type === "MemberExpression" ? callee.property.name : callee.name);

/** Returns a rule against SQL that names tables of other folders. `tables` maps each table to its folders. */
export function ownTables({ tables, message }) {
  const names = Object.keys(tables).join("|");
  const inSql = new RegExp(`\\b(?:from|join|into|update|table)\\s+(${names})\\b`, "gi");
  const alone = new RegExp(`^(${names})(?:\\s+as\\s+\\w+)?$`);
  return {
    meta: { type: "problem", schema: [], messages: { foreign: "{{table}}: {{message}}" } },
    create(context) {
      const file = relative(root, context.filename).split(sep).join("/");
      const folder = posix.dirname(file).replace(/^src\//, "");
      const check = (node, table) => {
        const owners = tables[table];
        if (!owners.some((owner) => folder === owner || folder.startsWith(`${owner}/`))) {
          context.report({
            node,
            messageId: "foreign",
            data: { table, message: `${message} (src/${owners[0]})` },
          });
        }
      };
      const checkText = (node, text) => {
        for (const [, table] of text.matchAll(inSql)) check(node, table);
      };
      return {
        Literal(node) {
          if (typeof node.value === "string") checkText(node, node.value);
        },
        TemplateElement: (node) => checkText(node, node.value.cooked ?? ""),
        CallExpression(node) {
          if (!NAMING.test(nameOf(node.callee) ?? "")) return;
          for (const argument of node.arguments) {
            const table = typeof argument.value === "string" && alone.exec(argument.value)?.[1];
            if (table) check(argument, table);
          }
        },
      };
    },
  };
}
