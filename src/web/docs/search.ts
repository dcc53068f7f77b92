import MiniSearch, { type SearchResult } from "minisearch";
import type { ContractDocument, Operation, Schema } from "./contract";
import { guidesFor, guideSource } from "./guides";
import { html, type Html } from "./html";
import { type Language, WORDS } from "./language";
import { headingsOf } from "./markdown";
import { generalSentences } from "./invariants";
import { chaptersOf, REFERENCE } from "./reference";
import { valueAt } from "../../platform/json-pointer";
import { foldForSearch } from "../../platform/search-text";

const MAX_RESULTS = 40;
/** Maximum number of distinct words of a query. Further words are ignored. */
const MAX_TERMS = 8;

/** Searchable section of a page, or operation of the API. */
interface Entry {
  path: string;
  title: string;
  /** Where the section is, such as the title of its guide. */
  place: string;
  /** Operation id and route, for which an exact match ranks higher. Empty for sections of guides. */
  names: readonly string[];
  /** Language of the entry. Default: English. */
  language?: Language;
  /** Names of parameters and fields, and enum values of fields. Empty for sections of guides. */
  fields: string;
  guide?: string;
  text: string;
  /** Contents of the section's code blocks. A search matches them, but excerpts omit them. */
  code?: string;
}

export interface Found extends Pick<Entry, "path" | "title" | "place" | "language"> {
  /** Text around the first match, with all matches in it marked. */
  excerpt: Html;
}

/** Splits a text into words, and adds parts of compound names: `postback` and `data` of `postback_data`. */
const wordsOf = (text: string): string[] =>
  text.split(/[^\p{L}\p{N}_]+/u).flatMap((word) => {
    const parts = /[_\p{Lu}]/u.test(word) ? word.split(/_|(?<=\p{Ll})(?=\p{Lu})/u) : [];
    return parts.length > 1 ? [word, ...parts] : [word];
  });

/** Returns the distinct words of a query, folded by `foldForSearch`; at most `MAX_TERMS`. */
const termsOf = (query: string): string[] => {
  const terms = wordsOf(query).map(foldForSearch);
  return [...new Set(terms.filter((term) => term !== ""))].slice(0, MAX_TERMS);
};

const CODE_BLOCK = /^[ \t]*```.*\n([\s\S]*?)^[ \t]*```[ \t]*$/gm;

const codeIn = (markdown: string): string =>
  [...markdown.matchAll(CODE_BLOCK)].map(([, code]) => code).join(" ");

const plain = (markdown: string): string =>
  markdown
    .replace(CODE_BLOCK, "")
    .replace(/^\|[ |-]+\|$/gm, "")
    .replace(/(?<=\S) \| (?=\S)/g, " · ")
    .replace(/ \|$/gm, ";")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[`*|#>]/g, " ")
    .replace(/\s+/g, " ")
    .trim();

/** Splits a page's Markdown into entries at headings of levels 1 to 3. */
function sectionEntries(source: string, page: { path: string; title: string; place: string }): Entry[] {
  const isHeading = (section: string) => /^#{1,3} /.test(section);
  // A comment in a code block may also begin with `#`. The added space prevents a split there.
  const indented = source.replace(CODE_BLOCK, (block) => block.replace(/^#/gm, " #"));
  const sections = indented.split(/^(?=#{1,3} )/m).filter((section) => section.trim() !== "");
  const headings = headingsOf(source).filter(({ level }) => level <= 3);
  return sections.map((section) => {
    const heading = isHeading(section) ? headings.shift() : undefined;
    const isTop = heading === undefined || heading.level === 1;
    return {
      path: isTop ? page.path : `${page.path}#${heading.id}`,
      title: heading?.text ?? page.title,
      place: isTop ? page.place : `${page.place} · ${page.title}`,
      names: [],
      fields: "",
      text: plain(isHeading(section) ? section.replace(/^.*$/m, "") : section),
      code: codeIn(section),
    };
  });
}

const guideEntries = (reader: Language): Entry[] =>
  guidesFor(reader).flatMap(({ name, language, heading, page }) => {
    const place = WORDS[language].found.guide;
    const entries = sectionEntries(guideSource(name, language), { path: page.path, title: heading, place });
    return entries.map((entry) => ({ ...entry, language, guide: heading }));
  });

/** Returns the entries of the reference's overview page: conventions and general invariants. */
function overviewEntries(document: ContractDocument): Entry[] {
  const page = { path: REFERENCE, title: "Overview", place: "Reference" };
  const general = sectionEntries(document.info.description ?? "", page);
  const invariants = generalSentences(document["x-invariants"] ?? {}).join(" ");
  if (invariants === "") return general;
  const title = "What always holds";
  const place = `${page.place} · ${page.title}`;
  return [
    ...general,
    { path: `${REFERENCE}#invariants`, title, place, names: [], fields: "", text: plain(invariants) },
  ];
}

/** Returns the names of all properties within a schema, and the values of its enums. */
function namesIn(document: ContractDocument, schema: Schema | null): Set<string> {
  const names = new Set<string>();
  const seen = new Set<unknown>();
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null || seen.has(node)) return;
    seen.add(node);
    const { $ref, properties, items, oneOf, anyOf, allOf, enum: values, ...rest } = node as Schema;
    if ($ref !== undefined) visit(valueAt(document, $ref));
    for (const [name, inner] of Object.entries(properties ?? {})) {
      names.add(name);
      visit(inner);
    }
    for (const value of values ?? []) if (typeof value === "string") names.add(value);
    for (const inner of [items, rest.additionalProperties, oneOf, anyOf, allOf].flat()) visit(inner);
  };
  visit(schema);
  return names;
}

function operationEntry(document: ContractDocument, path: string, tag: string, operation: Operation): Entry {
  const { id, method, path: route, summary, description, parameters, body, responses, isEvent } = operation;
  const schemas = [body?.schema ?? null, ...responses.map(({ schema }) => schema)];
  const fields = new Set(schemas.flatMap((schema) => [...namesIn(document, schema)]));
  return {
    path: `${path}#${id}`,
    title: summary,
    place: isEvent ? `${tag} · event` : `${tag} · ${method} ${route}`,
    names: isEvent ? [id] : [id, `${method} ${route}`, route],
    fields: [...parameters.map(({ name }) => name), ...fields].join(" "),
    text: plain(description),
  };
}

const entriesOf = (document: ContractDocument, language: Language): Entry[] => [
  ...chaptersOf(document).flatMap(({ path, tag, operations }) =>
    operations.map((operation) => operationEntry(document, path, tag, operation)),
  ),
  ...overviewEntries(document),
  ...guideEntries(language),
];

/**
 * Returns a search function for readers of a language, best results first. It finds guides in that language,
 * and English pages without a translation. The index is built at the first search, in small steps that do not
 * block other requests.
 */
export function docsSearch(
  document: ContractDocument,
  language: Language = "en",
): (query: string) => Promise<Found[]> {
  let building: ReturnType<typeof indexed> | undefined;
  return async (query) => {
    const { entries, idsByName, index } = await (building ??= indexed(document, language));
    const named = idsByName.get(foldForSearch(query.trim()));
    const options = {
      tokenize: termsOf,
      prefix: (term: string) => term.length > 2,
      fuzzy: (term: string) => (term.length > 4 ? 0.2 : false),
      boost: { names: 6, title: 4, guide: 2, fields: 1.5, code: 0.2 },
      boostDocument: (id: number) =>
        (named?.has(id) ? 10 : 1) *
        (entries[id]?.guide === undefined ? 1 : 1.25) *
        ((entries[id]?.language ?? "en") === language ? 2 : 1),
    };
    const all = index.search(query, { ...options, combineWith: "AND" });
    const results = all.length > 0 ? all : index.search(query, options);
    return results.slice(0, MAX_RESULTS).flatMap((result) => {
      const entry = entries[result.id as number];
      return entry ? [{ ...entry, excerpt: excerptOf(entry.text, result) }] : [];
    });
  };
}

async function indexed(document: ContractDocument, language: Language) {
  const entries = entriesOf(document, language);
  const index = new MiniSearch({
    fields: ["names", "title", "guide", "fields", "text", "code"],
    tokenize: wordsOf,
    processTerm: (term) => foldForSearch(term) || null,
  });
  const documents = entries.map((entry, id) => ({ ...entry, id, names: entry.names.join(" ") }));
  await index.addAllAsync(documents, { chunkSize: 10 });
  return { entries, idsByName: byName(entries), index };
}

/** Returns the ids of the entries by title, by operation id and by route, each folded by `foldForSearch`. */
function byName(entries: readonly Entry[]): ReadonlyMap<string, ReadonlySet<number>> {
  const ids = new Map<string, Set<number>>();
  for (const [id, { title, names }] of entries.entries()) {
    for (const name of [title, ...names].map(foldForSearch)) {
      ids.set(name, (ids.get(name) ?? new Set()).add(id));
    }
  }
  return ids;
}

/** Maximum number of characters of an excerpt before and after the start of the first match. */
const BEFORE = 60;
const AFTER = 140;

function excerptOf(text: string, { terms }: SearchResult): Html {
  const words = [...text.matchAll(/[\p{L}\p{N}_]+/gu)];
  const isTerm = (word: string) => wordsOf(word).some((part) => terms.includes(foldForSearch(part)));
  const first = words.find(([word]) => isTerm(word))?.index ?? 0;
  const from = first <= BEFORE ? 0 : text.indexOf(" ", first - BEFORE) + 1;
  const to = text.length <= first + AFTER ? text.length : text.lastIndexOf(" ", first + AFTER);
  const parts = text.slice(from, to).split(/([\p{L}\p{N}_]+)/u);
  return html`${from > 0 && "… "}${parts.map((part, index) =>
    index % 2 === 1 && isTerm(part) ? html`<mark>${part}</mark>` : part,
  )}${to < text.length && " …"}`;
}
