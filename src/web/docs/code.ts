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
   * Language of the code, usually a key of `NAMES`. Only languages of `GRAMMARS` are coloured. A language
   * without a name is its own default caption.
   */
  language: string;
  text: string;
  /** Caption of the block. Default: the name of the language. */
  label?: string;
}

const highlighter = highlight.newInstance();
const GRAMMARS: Record<string, LanguageFn> = {
  sh: bash,
  ts: typescript,
  js: javascript,
  json,
  python,
  go,
  java,
  csharp,
};
for (const [language, grammar] of Object.entries(GRAMMARS)) highlighter.registerLanguage(language, grammar);

/** Returns the code as markup with highlight.js's CSS classes; without classes if it has no grammar. */
export const coloured = (language: string, text: string): Html =>
  new Html(language in GRAMMARS ? highlighter.highlight(text, { language }).value : escaped(text));

/** Returns a code block with a caption. `tabindex` makes it scrollable by keyboard. */
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

/** Returns the same example in several languages. The page's script turns the list into tabs. */
export const codePair = (codes: readonly Code[]): Html =>
  html`<div class="pair">${codes.map(codeBlock)}</div> `;
