import { campaigns } from "./campaigns";
import * as common from "./common";
import { messages } from "./messages";
import { overview } from "./overview";
import { settings } from "./settings";
import * as shell from "./shell";

export const en = { product: "Recado", ...shell, ...common, overview, messages, campaigns, settings };

export type Texts = typeof en;
