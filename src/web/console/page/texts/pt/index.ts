import type { Texts } from "../en";
import { campaigns } from "./campaigns";
import * as common from "./common";
import { contacts } from "./contacts";
import { content } from "./content";
import { expiries, faults, unknownOutcome } from "./faults";
import { fields } from "./fields";
import { imports, lists } from "./lists";
import { messages } from "./messages";
import { overview } from "./overview";
import { phone } from "./phone";
import { refusals } from "./refusals";
import { replies } from "./replies";
import { send } from "./send";
import { settings } from "./settings";
import * as shell from "./shell";
import { conversation } from "./conversation";
import { tags } from "./tags";
import { templates } from "./templates";
import { testSend } from "./test-send";

export const pt: Texts = {
  product: "Recado",
  ...shell,
  ...common,
  overview,
  phone,
  messages,
  contacts,
  lists,
  imports,
  replies,
  conversation,
  campaigns,
  settings,
  content,
  send,
  tags,
  templates,
  testSend,
  faults,
  expiries,
  unknownOutcome,
  fields,
  refusals,
};
