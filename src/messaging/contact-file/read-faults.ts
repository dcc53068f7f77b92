// Parses the sentences of faults.ts into faults. The database stores the sentences; the console translates
// the faults.
import type { HeaderFault, RowFault } from "./faults";

/** Column name in JSON quotation marks, as written by `faults.ts`. */
const NAME = String.raw`("(?:[^"\\]|\\.)*")`;
const unquoted = (quoted = '""') => JSON.parse(quoted) as string;

type Reader<Fault> = readonly [sentence: RegExp, fault: (...parts: string[]) => Fault];

const ROWS: readonly Reader<RowFault>[] = [
  [/^The quotation marks of the row are not in their places\.$/, () => ({ code: "garbled" })],
  [/^The row has characters that cannot be read: correct each \ufffd\.$/, () => ({ code: "illegible" })],
  [
    /^The row has (\d+) cells, but the file has (\d+) columns\.$/,
    (cells, columns) => ({ code: "too_many_cells", cells: Number(cells), columns: Number(columns) }),
  ],
  [
    /^Column (\d+) has no name, but the row has something in it\.$/,
    (column) => ({ code: "unnamed_column", column: Number(column) }),
  ],
  // Imports up to version 3.0.0 stored this sentence with "has lost".
  [
    /^(.+) is in spreadsheet notation, which (?:can lose|has lost) digits: format the column as text\.$/s,
    (column = "") => ({ code: "phone_without_digits", column }),
  ],
  [/^(.+) is empty\.$/s, (column = "") => ({ code: "phone_empty", column })],
  [/^(.+) is not a valid phone number\.$/s, (column = "") => ({ code: "phone_invalid", column })],
  [
    /^(.+) is longer than (\d+) characters\.$/s,
    (column = "", max) => ({ code: "too_long", column, max: Number(max) }),
  ],
];

const HEADERS: readonly Reader<HeaderFault>[] = [
  [/^The file has more than (\d+) columns\.$/, (max) => ({ code: "too_many_columns", max: Number(max) })],
  [
    /^The file has more than (\d+) attribute columns\.$/,
    (max) => ({ code: "too_many_attributes", max: Number(max) }),
  ],
  [
    /^The first row has characters that cannot be read\. Correct the headings and upload the file again\.$/,
    () => ({ code: "illegible" }),
  ],
  // Sentences stored up to version 3.0.0 name the two headings supported at that time.
  [
    /^The first row names no column (?:of phone numbers, |phone or telefone\. )/,
    () => ({ code: "no_phone_column" }),
  ],
  [
    new RegExp(`^The file has two columns of phone numbers: ${NAME} and ${NAME}\\.$`, "s"),
    (...names) => ({ code: "two_phone_columns", columns: names.map(unquoted) }),
  ],
  [
    new RegExp(`^The file has two columns of names: ${NAME} and ${NAME}\\.$`, "s"),
    (...names) => ({ code: "two_name_columns", columns: names.map(unquoted) }),
  ],
  [
    new RegExp(`^The file has no column ${NAME}, which the request names\\.$`, "s"),
    (column) => ({ code: "column_missing", column: unquoted(column) }),
  ],
  [
    new RegExp(`^The column ${NAME} is there twice\\.$`, "s"),
    (column) => ({ code: "column_twice", column: unquoted(column) }),
  ],
];

const reading =
  <Fault>(readers: readonly Reader<Fault>[]) =>
  (sentence: string): Fault | null => {
    for (const [pattern, fault] of readers) {
      const parts = pattern.exec(sentence);
      if (parts) return fault(...parts.slice(1));
    }
    return null;
  };

/** Returns the fault from a sentence of `rowFaultWords`; null for any other sentence. */
export const readRowFault = reading(ROWS);

/** Returns the fault from a sentence of `headerFaultWords`; null for any other sentence. */
export const readHeaderFault = reading(HEADERS);
