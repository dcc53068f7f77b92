/** A difference between two contracts that is visible to clients. */
export interface Change {
  text: string;
  /** Reason why the change breaks clients; null if compatible. */
  why: string | null;
  /** `method`, `path` and `operationId` are empty if the change concerns no single operation. */
  method: string;
  path: string;
  operationId: string;
}

export type Finding = Pick<Change, "text" | "why">;

export const when = (condition: boolean, text: string, why: string | null): Finding[] =>
  condition ? [{ text, why }] : [];

export const each = <T>(values: readonly T[], text: (value: T) => string, why: string | null): Finding[] =>
  values.map((value) => ({ text: text(value), why }));

export const missing = <T>(values: readonly T[], from: readonly T[]): T[] =>
  values.filter((value) => !from.includes(value));

export const quoted = (values: readonly unknown[]): string =>
  values.map((value) => `\`${typeof value === "string" ? value : JSON.stringify(value)}\``).join(", ");
