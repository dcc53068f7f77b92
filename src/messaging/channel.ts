import type { components } from "../../generated/schema";
import { enums } from "../../generated/server/values";

/** The ways in which a message can go out, in the contract's own spelling. */
export type Channel = components["schemas"]["Channel"];

export const CHANNELS = enums.Channel;
