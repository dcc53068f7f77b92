import MarkdownIt from "markdown-it";
import { type Code, codeBlock, codePair } from "./code";
import { html, Html } from "./html";
import { type Language, type Words, WORDS } from "./language";

export interface Heading {
  level: number;
  id: string;
  text: string;
}

interface Rendered {
  body: Html;
  headings: Heading[];
}

interface Env extends Pick<Rendered, "headings"> {
  words: Words;
}

const envOf = (env: unknown): Env => env as Env;

/** Info string of a fenced code block: its language, and words about its use, such as `curl` or `tour`. */
interface Fence {
  language: string;
  words: readonly string[];
}

export function fenceOf(info: string): Fence {
  const [language = "text", ...words] = info.trim().split(/\s+/);
  return { language: language || "text", words };
}

/** Returns an anchor for a heading that is not in `taken`, and adds it. A repeated heading gets a number. */
function slug(text: string, taken: Set<string>): string {
  const plain =
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, "-")
      .replace(/^-|-$/g, "") || "section";
  let id = plain;
  for (let count = 2; taken.has(id); count += 1) id = `${plain}-${count}`;
  taken.add(id);
  return id;
}

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
const { rules } = markdown.renderer;

// Turns adjacent code blocks into tabs: a `curl` block and a `client` block, or several `tour` blocks.
markdown.core.ruler.after("block", "pairs", ({ tokens, env }) => {
  const { words } = envOf(env);
  const wordsOf = (index: number) => {
    const token = tokens[index];
    return token?.type === "fence" ? fenceOf(token.info).words : [];
  };
  for (let index = 0; index + 1 < tokens.length; index += 1) {
    const [first, second] = [tokens[index], tokens[index + 1]];
    if (wordsOf(index).includes("tour")) {
      let end = index;
      while (wordsOf(end).includes("tour")) end += 1;
      const pieces = tokens.splice(index + 1, end - index - 1);
      if (!first || pieces.length === 0) continue;
      first.type = "pair";
      first.meta = { codes: [first, ...pieces].map((piece) => codeOf(piece, words)) };
      continue;
    }
    if (!first || !second || !wordsOf(index).includes("curl") || !wordsOf(index + 1).includes("client"))
      continue;
    first.type = "pair";
    first.meta = { codes: [codeOf(first, words, "curl"), codeOf(second, words, words.client)] };
    tokens.splice(index + 1, 1);
  }
});

markdown.core.ruler.push("anchors", ({ tokens, env }) => {
  const { headings } = envOf(env);
  const taken = new Set<string>();
  for (const [index, token] of tokens.entries()) {
    if (token.type !== "heading_open") continue;
    const text = (tokens[index + 1]?.children ?? []).map(({ content }) => content).join("");
    const id = slug(text, taken);
    token.attrSet("id", id);
    headings.push({ level: Number(token.tag.slice(1)), id, text });
  }
});

function codeOf({ info, content }: { info: string; content: string }, words: Words, label?: string): Code {
  const { language, words: uses } = fenceOf(info);
  const file = uses.find((word) => word.startsWith("file="))?.slice("file=".length);
  const captions: Readonly<Record<string, string>> = { json: words.response, text: words.output };
  const name = label ?? file ?? captions[language];
  return { language, text: content, ...(name ? { label: name } : {}) };
}

rules.pair = (tokens, index) => codePair((tokens[index]?.meta as { codes: Code[] }).codes).markup;
rules.fence = (tokens, index, _options, env) => {
  const token = tokens[index];
  return token ? codeBlock(codeOf(token, envOf(env).words)).markup : "";
};
// `tabindex` makes a wide table scrollable by keyboard.
rules.table_open = (_tokens, _index, _options, env) =>
  `<div class="table" tabindex="0" role="group" aria-label="${envOf(env).words.table}"><table>\n`;
rules.table_close = () => "</table></div>\n";
rules.heading_close = (tokens, index, options, env, self) => {
  const id = tokens[index - 2]?.attrGet("id") ?? "";
  const text = tokens[index - 1]?.content ?? "";
  const link = html` <a class="anchor" href="#${id}" aria-label="${envOf(env).words.linkTo(text)}">#</a>`;
  return `${tokens[index]?.tag === "h1" ? "" : link.markup}${self.renderToken(tokens, index, options)}`;
};

export function headingsOf(source: string): Heading[] {
  const headings: Heading[] = [];
  markdown.parse(source, { headings, words: WORDS.en });
  return headings;
}

/** Renders Markdown of guides and of the contract: CommonMark with tables. HTML in the source is escaped. */
export function renderMarkdown(source: string, language: Language = "en"): Rendered {
  const headings: Heading[] = [];
  const body = new Html(markdown.render(source, { headings, words: WORDS[language] }));
  return { body, headings };
}
