// JSON pointers (RFC 6901) such as `/paths/~1messages`, also as references such as `#/paths/~1messages`.

export const escapedStep = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1");

/** Returns the names in a pointer, unescaped. */
export const stepsOf = (pointer: string): string[] =>
  pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));

/**
 * Returns the value at a pointer; undefined if there is none. Throws for any other text, such as a reference
 * to another document.
 */
export function valueAt(document: unknown, pointer: string): unknown {
  if (!/^#?(\/|$)/.test(pointer)) throw new Error(`not a JSON pointer into this document: ${pointer}`);
  return stepsOf(pointer).reduce(
    (node, step) => (node as Readonly<Record<string, unknown>> | undefined)?.[step],
    document,
  );
}
