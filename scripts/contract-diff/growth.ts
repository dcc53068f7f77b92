import { growingLists } from "./comparable";
import type { Contract } from "./contract";
import type { Change } from "./subject";

/**
 * What came to, and went from, the lists that may grow: neither breaks an answer, and the differ is silent on it. That a
 * value is no longer taken in a request is the differ's to say.
 */
/** Sentences for what differs between two lists. */
export function differences(
  list: string,
  before: readonly unknown[],
  after: readonly unknown[],
): { kind: "added" | "removed"; text: string }[] {
  const words = (values: readonly unknown[]) => values.map((value) => `\`${String(value)}\``).join(", ");
  const added = after.filter((value) => !before.includes(value));
  const removed = before.filter((value) => !after.includes(value));
  return [
    ...(added.length > 0 ? [{ kind: "added", text: `${list} got ${words(added)}` } as const] : []),
    ...(removed.length > 0
      ? [{ kind: "removed", text: `${list} no longer has ${words(removed)}` } as const]
      : []),
  ];
}

export function growth(before: Contract, after: Contract): Change[] {
  const listOf = (contract: Contract, name: string) => {
    const schema = contract.components?.schemas?.[name] as { enum?: unknown[] } | undefined;
    return schema?.enum;
  };
  return [...growingLists(before)].flatMap((name) => {
    const old = listOf(before, name);
    const now = listOf(after, name);
    if (old === undefined || now === undefined) return [];
    return differences(`the list \`${name}\`, which may grow,`, old, now).map(({ text }) => ({
      text,
      why: null,
      ...{ method: "", path: "", operationId: "" },
    }));
  });
}
