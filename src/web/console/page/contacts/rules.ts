import { limits, patterns } from "../../../../../generated/server/values";
import type { Channel, ContactList } from "../../../../client";

/** A blacklist that a contact is in, with the channels on which it suppresses. */
export type Block = Pick<ContactList, "id" | "name" | "channels">;

/** The lists because of which a contact is not written to. */
export const blocksOf = (listIds: readonly string[], lists: readonly ContactList[]): Block[] =>
  lists.filter(
    ({ id, type, channels }) => type === "blacklist" && channels.length > 0 && listIds.includes(id),
  );

const CHANNELS: readonly Channel[] = ["sms", "rcs", "voice"];

/** The channels on which a contact gets nothing. */
export const blockedOn = (blocks: readonly Block[]): Channel[] =>
  CHANNELS.filter((channel) => blocks.some(({ channels }) => channels.includes(channel)));

/** A variable of a contact as it is being edited. */
export interface Variable {
  /** Tells the rows of the form apart. */
  key: number;
  name: string;
  value: string;
}

export type VariableFault = "name" | "twice" | "value";

export const MAX_VARIABLES = limits.ContactAttributes.maxProperties;
export const MAX_VALUE_LENGTH = limits.ContactAttributes.values.maxLength;
const NAME = new RegExp(patterns.VariableName, "u");

export const variablesOf = (attributes: Readonly<Record<string, string>>): Variable[] =>
  Object.entries(attributes).map(([name, value], key) => ({ key, name, value }));

/** A row without anything in it is none. */
const isFilled = ({ name, value }: Variable) => name.trim() !== "" || value !== "";

/** What is wrong with which row, by its key. */
export function faultsIn(variables: readonly Variable[]): ReadonlyMap<number, VariableFault> {
  const faults = new Map<number, VariableFault>();
  const seen = new Set<string>();
  for (const { key, name, value } of variables.filter(isFilled)) {
    const trimmed = name.trim();
    if (!NAME.test(trimmed)) faults.set(key, "name");
    else if (seen.has(trimmed)) faults.set(key, "twice");
    else if ([...value].length > MAX_VALUE_LENGTH) faults.set(key, "value");
    seen.add(trimmed);
  }
  return faults;
}

export const attributesOf = (variables: readonly Variable[]): Record<string, string> =>
  Object.fromEntries(variables.filter(isFilled).map(({ name, value }) => [name.trim(), value]));
