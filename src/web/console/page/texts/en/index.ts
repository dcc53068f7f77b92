import * as common from "./common";
import { messages } from "./messages";
import { overview } from "./overview";
import * as shell from "./shell";

export const en = { product: "Recado", ...shell, ...common, overview, messages };

export type Texts = typeof en;
