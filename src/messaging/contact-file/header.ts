import Papa from "papaparse";
import type { components } from "../../../generated/schema";
import { limits } from "../../../generated/server/values";
import { attributeNames, nameColumns, phoneColumns, rejectionColumns } from "./headings";
import { groupBy } from "../../platform/group-by";
import { shortened } from "../../platform/text";
import { InvalidHeaderError } from "./invalid-file";
import { ILLEGIBLE } from "./encoding";

// This module also runs in browsers.

/** Supported delimiters. The first one wins if several fit a header equally well. */
export const DELIMITERS = [",", ";", "\t"] as const;
export type Delimiter = (typeof DELIMITERS)[number];

const MAX_ATTRIBUTES = limits.ContactAttributes.maxProperties;
/** Maximum columns of a file, including columns without a heading. */
export const MAX_COLUMNS = 1_000;

export type ColumnChoice = components["schemas"]["ImportColumnInput"];

/** Indexes of a contact file's columns by use. Other columns are ignored. */
export interface Columns {
  /** Headings as spelled in the file, trimmed. */
  names: readonly string[];
  phone: number;
  name: number | null;
  attributes: readonly { index: number; name: string }[];
  /** Columns without a heading, whose cells must be empty. */
  unnamed: readonly number[];
}

/** Splits the text of one or more whole records into cells. Line ends are `\n`. */
export function splitCells(text: string, delimiter: Delimiter): string[][] {
  // papaparse removes U+FEFF from the start of its input. Inside a file this character is text, so a line
  // break is prepended.
  const input = text.startsWith("\ufeff") ? `\n${text}` : text;
  const closed = input.endsWith("\n") ? input : `${input}\n`;
  return Papa.parse<string[]>(closed, { delimiter, newline: "\n" }).data;
}

/** Returns whether all cells have only white space and quotation marks. `RecordScanner` has the same rule. */
export function isBlank(cells: readonly string[], delimiter: Delimiter): boolean {
  const blank = delimiter === "\t" ? BLANK_BETWEEN_TABS : BLANK;
  return cells.every((cell) => blank.test(cell));
}

const BLANK = /^[ \t\v\f"]*$/;
const BLANK_BETWEEN_TABS = /^[ \v\f"]*$/;

export function headerCells(text: string, delimiter: Delimiter): string[] {
  const cells = splitCells(text, delimiter).find((row) => !isBlank(row, delimiter)) ?? [];
  return cells.map((cell) => cell.trim());
}

/**
 * Returns the delimiter with which the most choices of the request match a column. On a tie, a delimiter with
 * a phone column wins, then the delimiter with the most columns.
 */
export function chooseDelimiter(headerText: string, choices: readonly ColumnChoice[] = []): Delimiter {
  const candidates = DELIMITERS.map((delimiter) => {
    const cells = headerCells(headerText, delimiter);
    const chosen = choices.filter(({ heading }) => cells.includes(heading.trim())).length;
    return { delimiter, columns: cells.length, chosen, hasPhone: phoneColumns(cells).length > 0 };
  });
  const [best] = candidates.sort(
    (a, b) => b.chosen - a.chosen || Number(b.hasPhone) - Number(a.hasPhone) || b.columns - a.columns,
  );
  return best?.delimiter ?? ",";
}

/**
 * Returns the uses of the columns, from the trimmed header cells and the request's choices. Throws
 * `InvalidHeaderError` if the header is unusable.
 */
export function readHeader(names: readonly string[], choices: readonly ColumnChoice[] = []): Columns {
  if (names.length > MAX_COLUMNS) {
    throw new InvalidHeaderError({ code: "too_many_columns", max: MAX_COLUMNS });
  }
  if (names.some((name) => name.includes(ILLEGIBLE))) throw new InvalidHeaderError({ code: "illegible" });
  const leading = rejectionColumns(names);
  const chosen = choicesByColumn(names, choices, leading);
  const unchosen = names.map((name, at) => (chosen.has(at) ? "" : name));
  /** Returns the column that the request chose for a use, else the columns whose headings suggest the use. */
  const columnsFor = (use: ColumnChoice["use"], byHeading: (headings: readonly string[]) => number[]) => {
    const [column] = [...chosen].find(([, choice]) => choice.use === use) ?? [];
    return column === undefined ? byHeading(unchosen) : [column];
  };
  const phones = columnsFor("phone", phoneColumns);
  const own = columnsFor("name", nameColumns);
  const [phone] = phones;
  if (phone === undefined) throw new InvalidHeaderError({ code: "no_phone_column" });
  refuseTwice(phones, names, "two_phone_columns");
  refuseTwice(own, names, "two_name_columns");
  const unread = Array.from({ length: leading }, (_, at) => at);
  const attributes = attributesOf(names, chosen, new Set([...phones, ...own, ...unread]));
  const unnamed = names.flatMap((name, at) => (name === "" && !chosen.has(at) ? [at] : []));
  return { names, phone, name: own[0] ?? null, attributes, unnamed };
}

/**
 * Assigns the choices of a heading, in order, to the columns with that heading. The first `leading` columns
 * probably hold lines and reasons of rejected rows. A choice uses one of them only if too few columns follow,
 * and then the last one.
 */
function choicesByColumn(
  names: readonly string[],
  choices: readonly ColumnChoice[],
  leading: number,
): Map<number, ColumnChoice> {
  const chosen = new Map<number, ColumnChoice>();
  for (const [heading, ofHeading] of groupBy(choices, (choice) => choice.heading.trim())) {
    const columns = names.flatMap((name, at) => (name === heading ? [at] : []));
    const skipped = Math.min(
      columns.filter((at) => at < leading).length,
      Math.max(columns.length - ofHeading.length, 0),
    );
    for (const [n, choice] of ofHeading.entries()) {
      const column = columns[skipped + n];
      if (column === undefined)
        throw new InvalidHeaderError({ code: "column_missing", column: shown(heading) });
      chosen.set(column, choice);
    }
  }
  return chosen;
}

function attributesOf(
  names: readonly string[],
  chosen: ReadonlyMap<number, ColumnChoice>,
  others: ReadonlySet<number>,
): { index: number; name: string }[] {
  const columns = names.flatMap((heading, index) => {
    const choice = chosen.get(index);
    if (choice?.use === "attribute") return [{ index, heading, name: choice.attribute }];
    return choice || others.has(index) || heading === "" ? [] : [{ index, heading, name: undefined }];
  });
  if (columns.length > MAX_ATTRIBUTES) {
    throw new InvalidHeaderError({ code: "too_many_attributes", max: MAX_ATTRIBUTES });
  }
  const unchosen = columns.flatMap(({ index, heading }) => (chosen.has(index) ? [] : heading));
  const twice = unchosen.find((heading, at) => unchosen.indexOf(heading) !== at);
  if (twice !== undefined) throw new InvalidHeaderError({ code: "column_twice", column: shown(twice) });
  const unnamed = columns.filter(({ name }) => name === undefined);
  const made = attributeNames(
    unnamed.map(({ heading, index }) => ({ heading, position: index + 1 })),
    columns.flatMap(({ name }) => name ?? []),
  );
  const madeNames = new Map(unnamed.map(({ index }, at) => [index, made[at] as string]));
  return columns.map(({ index, name }) => ({ index, name: name ?? (madeNames.get(index) as string) }));
}

function refuseTwice(
  indexes: readonly number[],
  names: readonly string[],
  code: "two_phone_columns" | "two_name_columns",
): void {
  if (indexes.length < 2) return;
  throw new InvalidHeaderError({
    code,
    columns: indexes.slice(0, 2).map((index) => shown(names[index] as string)),
  });
}

const shown = (name: string) => shortened(name, 64);

/** Returns choices that produce the same columns again, even if the rules for headings change. */
export function choicesOf({ names, phone, name, attributes, unnamed }: Columns): ColumnChoice[] {
  const filled = new Map(attributes.map(({ index, name: attribute }) => [index, attribute]));
  return names.flatMap((heading, index): ColumnChoice[] => {
    if (index === phone) return [{ heading, use: "phone" }];
    if (index === name) return [{ heading, use: "name" }];
    const attribute = filled.get(index);
    if (attribute !== undefined) return [{ heading, use: "attribute", attribute }];
    return unnamed.includes(index) ? [] : [{ heading, use: "ignore" }];
  });
}
