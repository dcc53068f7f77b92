import type { Texts } from "../en";
import * as common from "./common";
import { content } from "./content";
import { messages } from "./messages";
import { overview } from "./overview";
import { send } from "./send";
import { templates } from "./templates";
import * as shell from "./shell";

export const pt: Texts = {
  product: "Recado",
  ...shell,
  ...common,
  overview,
  messages,
  content,
  send,
  templates,
};
