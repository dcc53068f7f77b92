import type { OptOutWords } from "../../../../client";
import { DEFAULT_WORDS } from "../../../../messaging/default-opt-out-words";

/** Inputs of the form for opt-out words. Each list has one word per line; an empty reply text means none. */
export interface EnteredWords {
  opt_out: string;
  opt_in: string;
  help: string;
  confirmation: string;
  help_answer: string;
}

export type ListName = "opt_out" | "opt_in" | "help";

export const DEFAULTS: Pick<EnteredWords, ListName> = {
  opt_out: DEFAULT_WORDS.optOut.join("\n"),
  opt_in: DEFAULT_WORDS.optIn.join("\n"),
  help: DEFAULT_WORDS.help.join("\n"),
};

export const enteredOf = (words: OptOutWords): EnteredWords => ({
  opt_out: words.opt_out.join("\n"),
  opt_in: words.opt_in.join("\n"),
  help: words.help.join("\n"),
  confirmation: words.confirmation ?? "",
  help_answer: words.help_answer ?? "",
});

/** Returns the draft with the current text in each field that the user has not changed since `base`. */
export function withCurrent(draft: EnteredWords, base: EnteredWords, current: EnteredWords): EnteredWords {
  const field = (name: keyof EnteredWords) => (draft[name] === base[name] ? current[name] : draft[name]);
  return {
    opt_out: field("opt_out"),
    opt_in: field("opt_in"),
    help: field("help"),
    confirmation: field("confirmation"),
    help_answer: field("help_answer"),
  };
}

/** Returns the words of a text with one word per line. Ignores empty lines and surrounding spaces. */
export const enteredWords = (lines: string): string[] =>
  lines
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

const textOf = (entered: string): string | null => (entered.trim() === "" ? null : entered.trim());

export const wordsOf = (entered: EnteredWords): OptOutWords => ({
  opt_out: enteredWords(entered.opt_out),
  opt_in: enteredWords(entered.opt_in),
  help: enteredWords(entered.help),
  confirmation: textOf(entered.confirmation),
  help_answer: textOf(entered.help_answer),
});
