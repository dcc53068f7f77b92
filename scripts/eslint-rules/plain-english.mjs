import { WORDS } from "./words.mjs";

const PATTERNS = WORDS.map(([pattern, use]) => ({
  pattern: new RegExp(`(?<![\\w-])(?:${pattern})(?![\\w-])`, "gi"),
  use,
}));

/** Returns the words to avoid in a text with their replacements. A line break counts as a space. */
function wordsToAvoid(text) {
  const flat = text.replace(/\s*\n\s*(?:\*|\/\/)?\s*/g, " ");
  return PATTERNS.flatMap(({ pattern, use }) => [...flat.matchAll(pattern)].map(([word]) => ({ word, use })));
}

/** Returns the words of an identifier: "lease length" for `leaseLength` and `LEASE_LENGTH`. */
const wordsOf = (name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/_/g, " ")
    .toLowerCase();

/** Returns whether a string is prose: two adjacent words. */
const isText = (text) => /[a-z,;:] [a-z]/i.test(text);

export const plainWords = {
  meta: { type: "suggestion", schema: [], messages: { found: "{{word}}: write {{use}}" } },
  create(context) {
    const check = (node, text) => {
      for (const data of wordsToAvoid(text)) context.report({ loc: node.loc, messageId: "found", data });
    };
    const checkName = (node) => {
      if (node?.type === "Identifier") check(node, wordsOf(node.name));
    };
    const checkKey = ({ key }) => checkName(key);
    const checkText = (node, text) => {
      if (typeof text === "string" && isText(text)) check(node, text);
    };
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) check(comment, comment.value);
      },
      "Program:exit"() {
        const variables = context.sourceCode.scopeManager.scopes.flatMap((scope) => scope.variables);
        const names = variables.flatMap(({ defs }) => defs).filter(({ type }) => type !== "ImportBinding");
        for (const name of new Set(names.map((definition) => definition.name))) checkName(name);
      },
      PropertyDefinition: checkKey,
      MethodDefinition: checkKey,
      TSPropertySignature: checkKey,
      TSMethodSignature: checkKey,
      Literal: (node) => checkText(node, node.value),
      TemplateElement: (node) => checkText(node, node.value.cooked),
      JSXText: (node) => checkText(node, node.value),
    };
  },
};

/** Maximum width, in columns, of a line that contains only a comment. A line with a URL may be longer. */
const COMMENT_WIDTH = 110;

export const commentWidth = {
  meta: {
    type: "layout",
    schema: [],
    messages: { wide: `comments wrap at ${COMMENT_WIDTH} columns: this line has {{width}}` },
  },
  create: (context) => ({
    Program() {
      const { lines } = context.sourceCode;
      for (const { loc } of context.sourceCode.getAllComments()) {
        const isAlone = lines[loc.start.line - 1].slice(0, loc.start.column).trim() === "";
        for (let line = loc.start.line; isAlone && line <= loc.end.line; line += 1) {
          const text = lines[line - 1];
          if (text.length > COMMENT_WIDTH && !/https?:/.test(text)) {
            const at = { line, column: COMMENT_WIDTH };
            context.report({ loc: at, messageId: "wide", data: { width: text.length } });
          }
        }
      }
    },
  }),
};

/** Returns a string literal, or the part of a template literal before its first `${…}`; otherwise null. */
function titleOf(node) {
  if (node?.type === "Literal" && typeof node.value === "string") return node.value;
  return node?.type === "TemplateLiteral" ? (node.quasis[0].value.cooked ?? "") : null;
}

/** Returns `it` for `it(…)`, `it.each(rows)(…)` and `it.each` with a template. */
function calledName(callee) {
  if (callee.type === "Identifier") return callee.name;
  if (callee.type === "MemberExpression") {
    return callee.property.name === "each" ? calledName(callee.object) : null;
  }
  if (callee.type === "CallExpression") return calledName(callee.callee);
  return callee.type === "TaggedTemplateExpression" ? calledName(callee.tag) : null;
}

/** Pattern of "returns …" and "does not …". A title may also begin with a placeholder: "%s …", "$name …". */
const BEGINS_WITH_VERB = /^(?:[a-z]+s(?![\w'])|[%$]|$)/;

/** Requires that the title of `it` and `test` begins with a verb. `describe` names the subject. */
export const testTitles = {
  meta: {
    type: "suggestion",
    schema: [],
    messages: {
      found: "the title begins with a verb in the third person, as in “returns the stored answer”: {{title}}",
    },
  },
  create: (context) => ({
    CallExpression(node) {
      if (!["it", "test"].includes(calledName(node.callee))) return;
      const title = titleOf(node.arguments[0]);
      if (title !== null && !BEGINS_WITH_VERB.test(title))
        context.report({ node: node.arguments[0], messageId: "found", data: { title } });
    },
  }),
};
