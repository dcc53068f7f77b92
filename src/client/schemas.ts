import type { components } from "../../generated/client/operations";

/** The contract's schemas by their names: `Schemas["Message"]`, `Schemas["CreateTemplateRequest"]`. */
export type Schemas = components["schemas"];
