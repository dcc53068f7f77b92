// This module also runs in browsers, where the console translates the faults of a file before its upload.

export type RowFault =
  | { code: "garbled" | "illegible" }
  | { code: "too_many_cells"; cells: number; columns: number }
  /** `column` counts from 1. */
  | { code: "unnamed_column"; column: number }
  | { code: "phone_empty" | "phone_without_digits" | "phone_invalid"; column: string }
  | { code: "too_long"; column: string; max: number };

/** Reason why the header row of a file is unusable. Column names are shortened. */
export type HeaderFault =
  | { code: "too_many_columns" | "too_many_attributes"; max: number }
  | { code: "no_phone_column" | "illegible" }
  | { code: "two_phone_columns" | "two_name_columns"; columns: readonly string[] }
  | { code: "column_missing" | "column_twice"; column: string };

/** Returns the sentence that the account sees with a rejected row. */
export function rowFaultWords(fault: RowFault): string {
  switch (fault.code) {
    case "garbled":
      return "The quotation marks of the row are not in their places.";
    case "illegible":
      return "The row has characters that cannot be read: correct each \ufffd.";
    case "too_many_cells":
      return `The row has ${fault.cells} cells, but the file has ${fault.columns} columns.`;
    case "unnamed_column":
      return `Column ${fault.column} has no name, but the row has something in it.`;
    case "phone_empty":
      return `${fault.column} is empty.`;
    case "phone_without_digits":
      return `${fault.column} is in spreadsheet notation, which can lose digits: format the column as text.`;
    case "phone_invalid":
      return `${fault.column} is not a valid phone number.`;
    case "too_long":
      return `${fault.column} is longer than ${fault.max} characters.`;
  }
}

export function headerFaultWords(fault: HeaderFault): string {
  switch (fault.code) {
    case "too_many_columns":
      return `The file has more than ${fault.max} columns.`;
    case "too_many_attributes":
      return `The file has more than ${fault.max} attribute columns.`;
    case "illegible":
      return "The first row has characters that cannot be read. Correct the headings and upload the file again.";
    case "no_phone_column":
      return "The first row names no column of phone numbers, such as telefone or celular. The columns may be separated by commas, semicolons or tabs.";
    case "two_phone_columns":
      return `The file has two columns of phone numbers: ${fault.columns.map(quoted).join(" and ")}.`;
    case "two_name_columns":
      return `The file has two columns of names: ${fault.columns.map(quoted).join(" and ")}.`;
    case "column_missing":
      return `The file has no column ${quoted(fault.column)}, which the request names.`;
    case "column_twice":
      return `The column ${quoted(fault.column)} is there twice.`;
  }
}

export const WORKBOOK_WORDS = "The file is an Excel workbook. Save it as CSV UTF-8 and upload it again.";

const quoted = (name: string) => JSON.stringify(name);
