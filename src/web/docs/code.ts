import type { LanguageFn } from "highlight.js";
import highlight from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import csharp from "highlight.js/lib/languages/csharp";
import go from "highlight.js/lib/languages/go";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import python from "highlight.js/lib/languages/python";
import typescript from "highlight.js/lib/languages/typescript";
import { escaped, html, Html } from "./html";

/** Captions of code blocks by language. */
const NAMES: Record<string, string> = {
  sh: "Shell",
  ts: "TypeScript",
  js: "JavaScript",
  json: "JSON",
  python: "Python",
  go: "Go",
  java: "Java",
  csharp: "C#",
  text: "Output",
};

export interface Code {
  /**
   * One of the keys of NAMES. Other languages are shown without colours, with their own name as the caption.
   */
  language: string;
  text: string;
  /** Caption instead of the language's. */
  label?: string;
}

const highlighter = highlight.newInstance();
/** Grammars of the languages of code blocks. */
const GRAMMARS: Record<string, LanguageFn> = {
  ...{ sh: bash, ts: typescript, js: javascript, json },
  ...{ python, go, java, csharp },
};
for (const [language, grammar] of Object.entries(GRAMMARS)) highlighter.registerLanguage(language, grammar);

/** Returns the text as markup coloured by highlight.js's classes. */
export const coloured = (language: string, text: string): Html =>
  new Html(language in GRAMMARS ? highlighter.highlight(text, { language }).value : escaped(text));

/** Returns a code block that can be scrolled by keyboard. */
export function codeBlock({ language, text, label }: Code): Html {
  const name = label ?? NAMES[language] ?? language;
  return html`<div class="code" data-language="${language}">
    <div class="caption">${name}</div>
    <pre
      tabindex="0"
      role="group"
      aria-label="${name}"
    ><code>${coloured(language, text.replace(/\n$/, ""))}</code></pre>
  </div> `;
}

/**
 * Returns the same example in several languages. The page's script turns the blocks into tabs; without it
 * they are shown one below the other.
 */
export const codePair = (codes: readonly Code[]): Html =>
  html`<div class="pair">${codes.map(codeBlock)}</div> `;
