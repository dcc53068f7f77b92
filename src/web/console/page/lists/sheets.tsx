import { Workbook as UnreadWorkbook } from "../../../../messaging/contact-file/file-signature";
import { useTexts } from "../texts/language";
import type { CellFormat } from "../parts/workbook";
import { workbookPart } from "../parts/workbook-part";
import { SelectField } from "../parts/field";

/** Excel workbook, with one sheet converted to the CSV file `csv`. */
export interface Workbook {
  file: File;
  sheets: readonly string[];
  sheet: number;
  csv: File;
}

/**
 * Converts one sheet of a workbook to CSV. Throws `UnreadWorkbook` for an unreadable file, a file over
 * `MAX_WORKBOOK` or a missing sheet. Throws `PartLoadError` if the parser cannot be loaded.
 */
export async function workbookOf(file: File, sheet: number, format: CellFormat): Promise<Workbook> {
  const { csvOf, MAX_WORKBOOK, sheetsOf } = await workbookPart.load();
  const sheets = file.size > MAX_WORKBOOK ? [] : await sheetsOf(file).catch(() => []);
  const chosen = sheets[sheet];
  if (chosen === undefined) throw new UnreadWorkbook("The workbook cannot be read.");
  const csv = new File([csvOf(chosen, format)], file.name.replace(/\.xls[xm]?$/i, "") + ".csv", {
    type: "text/csv",
  });
  return { file, sheets: sheets.map(({ name }) => name), sheet, csv };
}

interface Props {
  workbook: Workbook;
  disabled: boolean;
  onSheet(sheet: number): unknown;
}

/** Offers the sheets of a workbook. Shows nothing for a single sheet. */
export function SheetChoice({ workbook: { sheets, sheet }, disabled, onSheet }: Props) {
  const { t } = useTexts();
  if (sheets.length < 2) return null;
  return (
    <SelectField
      label={t.imports.sheet}
      value={sheet}
      disabled={disabled}
      onValue={onSheet}
      options={sheets.map((name, index) => [index, name] as const)}
    />
  );
}
