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

/** What a block of code is called above it. */
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
  /** One of the keys of NAMES; others are shown without colours under their own name. */
  language: string;
  text: string;
  /** What to call it instead of its language. */
  label?: string;
}

const highlighter = highlight.newInstance();
/** The grammar of each language that blocks are in. */
const GRAMMARS: Record<string, LanguageFn> = {
  ...{ sh: bash, ts: typescript, js: javascript, json },
  ...{ python, go, java, csharp },
};
for (const [language, grammar] of Object.entries(GRAMMARS)) highlighter.registerLanguage(language, grammar);

/** The text as markup, with comments, strings and the like told apart by highlight.js's classes. */
export const coloured = (language: string, text: string): Html =>
  new Html(language in GRAMMARS ? highlighter.highlight(text, { language }).value : escaped(text));

/** One block, which can be scrolled by keyboard too. */
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

/** The same thing in several languages. The page's script makes tabs of it; without, they stand one below the other. */
export const codePair = (codes: readonly Code[]): Html =>
  html`<div class="pair">${codes.map(codeBlock)}</div> `;
