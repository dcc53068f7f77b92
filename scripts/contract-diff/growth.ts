import { codesIn, growingLists } from "./comparable";
import { type Contract, resolve, responsesOf } from "./contract";
import type { Change } from "./subject";

/**
 * What came to, and went from, the lists that may grow, and the codes of failures: neither breaks an answer, and the
 * differ is silent on it. That a value is no longer taken in a request is the differ's to say.
 */
export function growth(before: Contract, after: Contract): Change[] {
  return [...growthOfLists(before, after), ...growthOfCodes(before, after)];
}

const change = (text: string, at: Partial<Change> = {}): Change => ({
  text,
  why: null,
  method: "",
  path: "",
  operationId: "",
  ...at,
});

/** Sentences for what differs between two lists. */
function differences(list: string, before: readonly unknown[], after: readonly unknown[]): string[] {
  const words = (values: readonly unknown[]) => values.map((value) => `\`${String(value)}\``).join(", ");
  const added = after.filter((value) => !before.includes(value));
  const removed = before.filter((value) => !after.includes(value));
  return [
    ...(added.length > 0 ? [`${list} got ${words(added)}`] : []),
    ...(removed.length > 0 ? [`${list} no longer has ${words(removed)}`] : []),
  ];
}

function growthOfLists(before: Contract, after: Contract): Change[] {
  const listOf = (contract: Contract, name: string) => {
    const schema = contract.components?.schemas?.[name] as { enum?: unknown[] } | undefined;
    return schema?.enum;
  };
  return [...growingLists(before)].flatMap((name) => {
    const old = listOf(before, name);
    const now = listOf(after, name);
    if (old === undefined || now === undefined) return [];
    return differences(`the list \`${name}\`, which may grow,`, old, now).map((text) => change(text));
  });
}

function growthOfCodes(before: Contract, after: Contract): Change[] {
  return Object.entries(after.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const old = before.paths?.[path]?.[method];
      if (old === undefined) return [];
      const at = { method: method.toUpperCase(), path, operationId: idOf(operation) };
      return Object.keys(responsesOf(operation)).flatMap((status) => {
        const were = codesOf(before, old, status);
        if (were.length === 0) return [];
        const list = `the codes of ${status}`;
        return differences(list, were, codesOf(after, operation, status)).map((text) => change(text, at));
      });
    }),
  );
}

const idOf = (operation: unknown) => (operation as { operationId?: string }).operationId ?? "";

interface Response {
  content?: Record<string, { schema?: { allOf?: unknown[] } }>;
}

function codesOf(contract: Contract, operation: unknown, status: string): string[] {
  const response = resolve(contract, responsesOf(operation)[status]) as Response;
  return (response.content?.["application/json"]?.schema?.allOf ?? []).flatMap(codesIn);
}
