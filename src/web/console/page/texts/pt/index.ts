import type { Texts } from "../en";
import * as common from "./common";
import { faults } from "./faults";
import { messages } from "./messages";
import { overview } from "./overview";
import * as shell from "./shell";

export const pt: Texts = { product: "Recado", ...shell, ...common, overview, messages, faults };
