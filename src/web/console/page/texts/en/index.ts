import { campaigns } from "./campaigns";
import * as common from "./common";
import { contacts } from "./contacts";
import { imports, lists } from "./lists";
import { messages } from "./messages";
import { overview } from "./overview";
import { replies } from "./replies";
import { settings } from "./settings";
import * as shell from "./shell";
import { talk } from "./talk";

export const en = {
  product: "Recado",
  ...shell,
  ...common,
  overview,
  messages,
  contacts,
  lists,
  imports,
  replies,
  talk,
  campaigns,
  settings,
};

export type Texts = typeof en;
