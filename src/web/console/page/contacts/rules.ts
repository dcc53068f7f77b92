import { limits, patterns } from "../../../../../generated/server/values";
import type { Channel, Contact, ContactList, Purpose } from "../../../../client";
import { isLonger } from "../../../../platform/text";
import { onlyForText } from "../parts/only-for-text";
import type { Texts } from "../texts/en";

/** Blacklist that contains the contact and blocks some of its messages. */
export type Block = Pick<ContactList, "id" | "name" | "channels" | "purposes">;

export const blocksOf = (listIds: readonly string[], lists: readonly ContactList[]): Block[] =>
  lists.filter(
    ({ id, type, channels, purposes }) =>
      type === "blacklist" && channels.length > 0 && purposes.length > 0 && listIds.includes(id),
  );

const CHANNELS: readonly Channel[] = ["sms", "rcs", "voice"];

/** Returns the channels that the blacklists block, each with its blocked purposes, without duplicates. */
export const blockedOn = (blocks: readonly Block[]): { channel: Channel; purposes: Purpose[] }[] =>
  CHANNELS.map((channel) => {
    const own = blocks.filter(({ channels }) => channels.includes(channel));
    return { channel, purposes: [...new Set(own.flatMap(({ purposes }) => purposes))] };
  }).filter(({ purposes }) => purposes.length > 0);

/** Returns the names of the blocked channels, each with its purposes if only some are blocked. */
export const blockedText = (
  blocks: readonly Block[],
  t: Pick<Texts, "channel" | "lists" | "purpose">,
): string[] =>
  blockedOn(blocks).map(({ channel, purposes }) => t.channel[channel] + onlyForText(purposes, t));

/** Returns the blacklists that block replies on a channel. Replies have the purpose `transactional`. */
export const blocksOfReply = (blocks: readonly Block[], channel: Channel): Block[] =>
  blocks.filter(({ channels, purposes }) => channels.includes(channel) && purposes.includes("transactional"));

/** Row of the contact form for one variable. */
export interface Variable {
  /** Key of the row, unique within the form. */
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

const isFilled = ({ name, value }: Variable) => name.trim() !== "" || value !== "";

/** Returns the faults of the invalid rows by their `key`. Ignores empty rows. */
export function faultsIn(variables: readonly Variable[]): ReadonlyMap<number, VariableFault> {
  const faults = new Map<number, VariableFault>();
  const seen = new Set<string>();
  for (const { key, name, value } of variables.filter(isFilled)) {
    const trimmed = name.trim();
    if (!NAME.test(trimmed)) faults.set(key, "name");
    else if (seen.has(trimmed)) faults.set(key, "twice");
    else if (isLonger(value, MAX_VALUE_LENGTH)) faults.set(key, "value");
    seen.add(trimmed);
  }
  return faults;
}

export const attributesOf = (variables: readonly Variable[]): Record<string, string> =>
  Object.fromEntries(variables.filter(isFilled).map(({ name, value }) => [name.trim(), value]));

type Entered = Pick<Contact, "phone" | "name" | "attributes">;

/**
 * Returns the fields that the user has changed since `base`. Because the service replaces all attributes at
 * once, the result applies the user's changes to those of `latest`, which other users may have changed.
 */
export function changesOf(
  base: Entered,
  entered: Entered,
  latest: Pick<Contact, "attributes">,
): Partial<Entered> {
  const names = [...new Set([base, entered].flatMap(({ attributes }) => Object.keys(attributes)))];
  const changed = names.filter((name) => base.attributes[name] !== entered.attributes[name]);
  const attributes = { ...latest.attributes };
  for (const name of changed) {
    const value = entered.attributes[name];
    if (value === undefined) delete attributes[name];
    else attributes[name] = value;
  }
  return {
    ...(entered.phone === base.phone ? {} : { phone: entered.phone }),
    ...(entered.name === base.name ? {} : { name: entered.name }),
    ...(changed.length === 0 ? {} : { attributes }),
  };
}

/** Returns a contact's attributes as one line of text, such as `city: Recife · plan: gold`. */
export const attributesText = (attributes: Readonly<Record<string, string>>): string =>
  Object.entries(attributes)
    .map(([name, value]) => `${name}: ${value}`)
    .join(" · ");
