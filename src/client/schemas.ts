import type { components } from "../../generated/client/operations";

/** @deprecated Schemas have their own names: `Message` instead of `Schemas["Message"]`. */
export type Schemas = components["schemas"];
