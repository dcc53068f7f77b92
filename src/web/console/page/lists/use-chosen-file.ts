import { useState } from "preact/hooks";
import { isWorkbook } from "../../../../messaging/contact-file/marks";
import { useLatestCall } from "../service/use-latest-call";
import { useTexts } from "../texts/language";
import type { CellFormat } from "../parts/workbook";
import { type Workbook, workbookOf } from "./sheets";
import {
  type Choices,
  previewOf,
  suggestedChoices,
  type Table,
  type TablePreview,
  tableOf,
  type ChoiceFault,
} from "./table";

export interface Chosen {
  file: File;
  /** Error while reading the file; null for a valid table. */
  fault: unknown;
  /** Parsed beginning of the file; null after an error, and while another sheet is read. */
  table: Table | null;
  /** Workbook that `file` was converted from; null for a CSV file. */
  workbook: Workbook | null;
}

export interface ChosenFile {
  /** File that the user chose last; null if none, or while the file is being read. */
  chosen: Chosen | null;
  choices: Choices;
  /** Preview of the import, or the reason why the columns cannot be imported; null without a table. */
  preview: TablePreview | ChoiceFault | null;
  choose(file: File): Promise<void>;
  chooseSheet(sheet: number): Promise<void>;
  setChoices(choices: Choices): void;
  forget(): void;
}

/** Reads the beginning of the file that the user chooses. */
export function useChosenFile(): ChosenFile {
  const { t } = useTexts();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [choices, setChoices] = useState<Choices>([]);
  const table = chosen?.table ?? null;
  // An earlier reading may end after a later one, so each reading checks that it is still the latest.
  const beginReading = useLatestCall();
  const forget = () => {
    beginReading();
    setChosen(null);
  };
  const read = async (file: File, sheet: number) => {
    const isLatest = beginReading();
    const next = await inspectFile(file, sheet, t.imports.cells);
    if (!isLatest()) return;
    setChosen(next);
    setChoices(next.table === null ? [] : suggestedChoices(next.table.names));
  };
  return {
    chosen,
    choices,
    setChoices,
    forget,
    preview: table === null ? null : previewOf(table, choices),
    async choose(file) {
      forget();
      await read(file, 0);
    },
    async chooseSheet(sheet) {
      if (!chosen?.workbook) return;
      // Without a table, the previous sheet cannot be imported while the new sheet is read.
      setChosen({ ...chosen, fault: null, table: null, workbook: { ...chosen.workbook, sheet } });
      await read(chosen.workbook.file, sheet);
    },
  };
}

/** Parses the beginning of a file. `sheet` is the index of the sheet to convert from a workbook. */
async function inspectFile(file: File, sheet: number, format: CellFormat): Promise<Chosen> {
  let workbook: Workbook | null = null;
  try {
    const mark = new Uint8Array(await file.slice(0, 4).arrayBuffer());
    if (isWorkbook(mark)) workbook = await workbookOf(file, sheet, format);
    const source = workbook?.csv ?? file;
    return { file: source, fault: null, table: await tableOf(source), workbook };
  } catch (fault) {
    return { file, fault, table: null, workbook };
  }
}
