import { escaped, html, Html } from "./html";

/** What a block of code is called above it. */
const NAMES: Record<string, string> = {
  sh: "Shell",
  ts: "TypeScript",
  js: "JavaScript",
  json: "JSON",
  text: "Output",
};

export interface Code {
  /** One of the keys of NAMES; others are shown without colours under their own name. */
  language: string;
  text: string;
  /** What to call it instead of its language. */
  label?: string;
}

// Comments first: what looks like a string inside one is none. Keys of JSON are strings before a colon.
const SCRIPT =
  /(?<comment>\/\/[^\n]*)|(?<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|(?<keyword>\b(?:import|from|export|const|let|for|await|async|of|in|if|else|return|new|function|throw|try|catch|instanceof|type|while|switch|case|break|default)\b)|(?<number>\b\d[\d_.]*\b)/g;
const COLOURED: Record<string, RegExp> = {
  json: /(?<key>"(?:\\.|[^"\\])*"(?=\s*:))|(?<string>"(?:\\.|[^"\\])*")|(?<keyword>\b(?:true|false|null)\b)|(?<number>-?\b\d[\d.]*\b)/g,
  ts: SCRIPT,
  js: SCRIPT,
  sh: /(?<comment>(?<=^|\s)#[^\n]*)|(?<string>"(?:\\.|[^"\\])*"|'[^']*')|(?<keyword>(?<=^|[\n|;(]\s*|\bdo )(?:curl|export|node|npm|for|until|do|done|while|if|then|fi|cat|kill)\b)/g,
};

/** The text as markup, with comments, strings and the like told apart by classes. */
export function coloured(language: string, text: string): Html {
  const pattern = COLOURED[language];
  if (!pattern) return new Html(escaped(text));
  let markup = "";
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const kind = Object.entries(match.groups ?? {}).find(([, found]) => found !== undefined)?.[0] ?? "";
    markup += `${escaped(text.slice(end, match.index))}<span class="${kind}">${escaped(match[0])}</span>`;
    end = match.index + match[0].length;
  }
  return new Html(markup + escaped(text.slice(end)));
}

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
