import type { components } from "../../generated/schema";
import { enums } from "../../generated/server/values";

/** Channel of a message, as spelled in the contract. */
export type Channel = components["schemas"]["Channel"];

export const CHANNELS = enums.Channel;
