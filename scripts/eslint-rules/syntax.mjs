/** Returns a rule that reports each match of `selectors` (ESLint's query language) with the message. */
export function syntax({ selectors, message }) {
  return {
    meta: { type: "problem", schema: [], messages: { found: message } },
    create: (context) =>
      Object.fromEntries(
        selectors.map((selector) => [selector, (node) => context.report({ node, messageId: "found" })]),
      ),
  };
}
