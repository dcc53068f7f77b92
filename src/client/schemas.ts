import type { components } from "../../generated/client/operations";

/** @deprecated Schemas have names of their own: `Message` in place of `Schemas["Message"]`. */
export type Schemas = components["schemas"];
