import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Language, otherLanguage, WORDS } from "./language";
import type { Page } from "./layout";
import { renderMarkdown } from "./markdown";

/** Folder of the guides, which is next to this module in sources and in builds. */
export const GUIDES_FOLDER = join(__dirname, "guides");

/** Guides for API callers, in reading order. */
const CALLER_GUIDES = [
  "first-message",
  "tour",
  "campaigns",
  "sending-rules",
  "webhooks",
  "errors",
  "idempotency",
  "phone-numbers",
  "limits",
  "other-languages",
  "privacy",
] as const;

/** Guides for operators, in reading order. */
const OPERATOR_GUIDES = [
  "install",
  "systemd",
  "production",
  "settings",
  "proxy",
  "secure",
  "databases",
  "sqlite-to-postgresql",
  "pgbouncer-failover",
  "scaling",
  "file-storage",
  "backup",
  "retention",
  "monitoring",
  "upgrading",
  "troubleshoot",
  "going-live",
  "carrier-zenvia",
  "carrier-smpp",
  "carrier-google-rcs",
  "carrier-twilio",
  "carrier-asterisk",
  "own-carrier",
] as const;

export const GUIDE_NAMES = [...CALLER_GUIDES, ...OPERATOR_GUIDES] as const;

/** Names of the example programs in the folder `examples` of the guides. */
const EXAMPLE_NAMES = [
  "campaign-from-csv.mts",
  "webhook-receiver.mts",
  "carrier-program.mts",
  "tour.py",
  "tour.go",
  "Tour.java",
  "Tour.cs",
] as const;

export type GuideName = (typeof GUIDE_NAMES)[number];

export interface Guide {
  name: GuideName;
  language: Language;
  /** Whether the guide is for operators instead of developers who call the API. */
  isForOperator: boolean;
  heading: string;
  /** First paragraph of the guide in Markdown. */
  summary: string;
  page: Page;
}

const BLOCK = /^```.*\n[\s\S]*?^```$/gm;
/** Line of a Portuguese guide in whose place the next code block of the English guide is shown. */
const PLACE = /^\[code\]$/gm;

/**
 * Returns the Markdown of a guide. A Portuguese guide is in the folder `pt` and gets its code blocks from the
 * English guide. Throws if their numbers differ.
 */
export function guideSource(name: GuideName, language: Language = "en"): string {
  const source = readFileSync(join(GUIDES_FOLDER, `${name}.md`), "utf8");
  if (language === "en") return source;
  const translation = readFileSync(join(GUIDES_FOLDER, language, `${name}.md`), "utf8");
  const blocks = source.match(BLOCK) ?? [];
  const places = translation.match(PLACE)?.length ?? 0;
  if (places !== blocks.length)
    throw new Error(`the guide ${language}/${name} must have ${blocks.length} lines [code], not ${places}`);
  return translation.replace(PLACE, () => blocks.shift() ?? "");
}

const pathOf = (name: GuideName, language: Language) => `${WORDS[language].root}/guides/${name}`;

/** Address of the service in guides and examples, which is the default address without settings. */
const DEFAULT_ADDRESS = "http://127.0.0.1:3000";
/** The default address before a path other than probes and metrics, which a proxy does not forward. */
const CLIENT_ADDRESS = /http:\/\/127\.0\.0\.1:3000(?=\/(?!(?:readyz|healthz|metrics)\b))/g;

/**
 * Replaces the default address with the service's address; null leaves the text unchanged. An address with a
 * host other than 127.0.0.1 counts as a proxy's, so probes and metrics keep the default.
 */
function withAddress(text: string, address: string | null): string {
  if (address === null) return text;
  const isOwnAddress = new URL(address).hostname === "127.0.0.1";
  return text.replaceAll(isOwnAddress ? DEFAULT_ADDRESS : CLIENT_ADDRESS, () => address);
}

/** Reads a guide. Throws unless the guide begins with a heading and a paragraph. */
export function readGuide(name: GuideName, address: string | null = null, language: Language = "en"): Guide {
  const source = guideSource(name, language);
  const [, heading, summary] = /^# (.+)\n\n((?:.+\n)+)/.exec(source) ?? [];
  if (!heading || !summary) throw new Error(`the guide ${name} must begin with a heading and a paragraph`);
  return {
    name,
    language,
    isForOperator: OPERATOR_GUIDES.some((one) => one === name),
    heading,
    summary: summary.replaceAll("\n", " ").trim(),
    page: {
      path: pathOf(name, language),
      title: `${heading} · Recado`,
      language,
      translation: pathOf(name, otherLanguage(language)),
      content: () => renderMarkdown(withAddress(source, address), language),
    },
  };
}

export const guidesFor = (language: Language, address: string | null = null): Guide[] =>
  GUIDE_NAMES.map((name) => readGuide(name, address, language));

/** Returns the texts of the example programs by file name. Throws if a file is missing. */
export const readExamples = (address: string | null = null): ReadonlyMap<string, string> =>
  new Map(
    EXAMPLE_NAMES.map((name) => [
      name,
      withAddress(readFileSync(join(GUIDES_FOLDER, "examples", name), "utf8"), address),
    ]),
  );
