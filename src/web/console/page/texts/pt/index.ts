import type { Texts } from "../en";
import { campaigns } from "./campaigns";
import * as common from "./common";
import { messages } from "./messages";
import { overview } from "./overview";
import { settings } from "./settings";
import * as shell from "./shell";

export const pt: Texts = { product: "Recado", ...shell, ...common, overview, messages, campaigns, settings };
