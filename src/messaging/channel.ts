import type { components } from "../../generated/schema";
import { enums } from "../../generated/server/values";

export type Channel = components["schemas"]["Channel"];

export const CHANNELS = enums.Channel;
