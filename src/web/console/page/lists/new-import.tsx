import { FileSpreadsheet } from "lucide";
import { useEffect, useRef, useState } from "preact/hooks";
import { InvalidFileError, InvalidHeaderError } from "../../../../messaging/contact-file/invalid-file";
import { isWorkbook, Workbook as WorkbookFault } from "../../../../messaging/contact-file/file-signature";
import { type ContactList, isRecadoError } from "../../../../client";
import { Icon } from "../../../design/icon";
import { Upload } from "../../../design/upload";
import { useTexts } from "../texts/language";
import { ActionButton, Failure } from "../parts/state";
import { MissingPart, PartLoadError } from "../parts/later";
import { useMutation } from "../service/hooks";
import { ColumnChoices, SheetChoice, TableView, type Workbook, workbookOf } from "./file-preview";
import {
  type ChoiceFault,
  type Choices,
  columnWithNumbers,
  EmptyTable,
  isFault,
  requestedColumns,
  seemsContact,
  previewOf,
  suggestedChoices,
  type Table,
  type TablePreview,
  tableOf,
} from "./table";
import { FaultText } from "../parts/form";
import { useLatestCall } from "../service/use-latest-call";
import type { CellFormat } from "../parts/workbook";

interface Props {
  list: ContactList;
  /** Whether an import into the list is running. The service allows one import per list at a time. */
  isBusy: boolean;
  onStarted(): void;
}

/** Lets the user choose or drop a file of contacts, previews it, and imports it into the list. */
export function NewImport({ list, isBusy, onStarted }: Props) {
  const { t } = useTexts();
  const zone = useRef<HTMLDivElement>(null);
  const file = useChosenFile();
  const { chosen, preview } = file;
  const [started, setStarted] = useState(0);
  const start = useImport(list, () => {
    forget();
    onStarted();
    setStarted((before) => before + 1);
  });
  // After an import has started, the file input gets the focus. This rendering has enabled the input.
  useEffect(() => {
    if (started > 0) zone.current?.querySelector("input")?.focus();
  }, [started]);
  const forget = () => {
    file.forget();
    start.forget();
  };
  const isReady = preview !== null && !isFault(preview) && !isEmpty(preview);
  return (
    <>
      <div ref={zone} class="[&_.drop]:mb-0">
        <Upload
          label={t.imports.choose}
          hint={
            <>
              {t.imports.drop} {t.imports.hint}
            </>
          }
          accept=".csv,.txt,.xlsx,text/csv"
          disabled={start.busy}
          onFile={(next) => {
            start.forget();
            void file.choose(next);
          }}
        />
      </div>
      {chosen !== null && (
        <div class="chosen mt-4 grid grid-cols-[minmax(0,1fr)] gap-3">
          <FilePreview file={file} chosen={chosen} disabled={start.busy} />
          {start.busy && (
            <p role="status">
              {start.isUploading ? t.imports.uploading : t.imports.starting}
              <progress aria-label={t.imports.uploading} />
            </p>
          )}
          {isRecadoError(start.failure, "import_in_progress") ? (
            <FaultText of={t.imports.inProgress} />
          ) : isRecadoError(start.failure, "payload_too_large") ? (
            <FaultText of={t.imports.tooLarge} />
          ) : (
            <Failure of={start.failure} />
          )}
          {list.is_provisioned && <p class="hint">{t.contacts.optOutRecorded}</p>}
          <div class="choices mt-0">
            <ActionButton
              type="button"
              class="btn btn-primary"
              isBusy={start.busy}
              disabled={isBusy || !isReady}
              onClick={() => void start.run(chosen.file, file.choices)}
            >
              {t.imports.start(list.name)}
            </ActionButton>
            <button type="button" class="btn" disabled={start.busy} onClick={forget}>
              {t.state.cancel}
            </button>
            {isBusy && <span class="hint">{t.imports.inProgress}</span>}
          </div>
        </div>
      )}
    </>
  );
}

/** Returns whether the import would add no contact. False if the preview read only the file's beginning. */
const isEmpty = ({ inspected }: TablePreview) => inspected.isWhole && inspected.people === 0;

/** Returns the mutation that uploads and imports a file. A retry with the same file reuses the upload. */
function useImport(list: ContactList, onStarted: () => void) {
  const [isUploading, setUploading] = useState(false);
  const uploaded = useRef<{ file: File; id: string } | null>(null);
  const start = useMutation(async (recado, file: File, choices: Choices) => {
    if (uploaded.current?.file !== file) {
      const upload = { data: file, usage: "contact_import", content_type: "text/csv" } as const;
      const { id } = await recado.files.upload(upload, {
        onProgress: ({ sentBytes, totalBytes }) => setUploading(sentBytes < totalBytes),
      });
      uploaded.current = { file, id };
    }
    const columns = requestedColumns(choices);
    await recado.imports.create({ list_id: list.id, file_id: uploaded.current.id, columns });
  }, onStarted);
  return { ...start, isUploading };
}

interface PreviewProps {
  file: ChosenFile;
  chosen: Chosen;
  disabled: boolean;
}

/** Shows the chosen file's name, its sheets and columns, and how its first rows will be imported. */
function FilePreview({
  file: { choices, preview, setChoices, chooseSheet },
  chosen,
  disabled,
}: PreviewProps) {
  const { t, format } = useTexts();
  const { file, fault, table, workbook } = chosen;
  const hasNoPeople = preview !== null && !isFault(preview) && preview.inspected.people === 0;
  const numbers = hasNoPeople && table !== null ? columnWithNumbers(table, choices) : null;
  return (
    <>
      <p class="flex items-center gap-2">
        <Icon of={FileSpreadsheet} />
        <strong class="min-w-0 truncate">{file.name}</strong>
        <span class="hint shrink-0">{t.imports.bytes(format.number(Math.ceil(file.size / 1024)))}</span>
      </p>
      {fault instanceof PartLoadError ? (
        <MissingPart />
      ) : (
        <FaultText of={fault === null ? null : faultWords(fault, t.imports, workbook !== null)} />
      )}
      {workbook !== null && <SheetChoice workbook={workbook} disabled={disabled} onSheet={chooseSheet} />}
      {table !== null && seemsContact(table) && (
        <p class="warning" role="status">
          {t.imports.noHeadings}
        </p>
      )}
      {table !== null && (
        <ColumnChoices table={table} choices={choices} disabled={disabled} onChange={setChoices} />
      )}
      {choices.some((choice) => choice?.use === "attribute") && (
        <p class="hint">{t.imports.replacesVariables}</p>
      )}
      {preview !== null &&
        (isFault(preview) ? (
          <FaultText of={choiceFaultWords(preview, t.imports)} />
        ) : (
          <>
            <TableView preview={preview} />
            {numbers !== null ? (
              <FaultText of={t.imports.numbersIn(numbers)} />
            ) : (
              isEmpty(preview) && <FaultText of={t.imports.noRows} />
            )}
          </>
        ))}
    </>
  );
}

type Words = ReturnType<typeof useTexts>["t"]["imports"];

function faultWords(fault: unknown, t: Words, isSheet: boolean): string {
  if (fault instanceof EmptyTable) return isSheet ? t.emptySheet : t.emptyFile;
  if (fault instanceof InvalidHeaderError) return t.headerFault(fault.fault);
  if (fault instanceof WorkbookFault) return t.workbook;
  return fault instanceof InvalidFileError ? t.noTable : t.unreadable;
}

function choiceFaultWords(fault: ChoiceFault, t: Words): string {
  if (!("attribute" in fault)) return t.headerFault(fault);
  return fault.code === "attribute_twice"
    ? t.variableTwice(fault.attribute)
    : t.variableInvalid(fault.attribute);
}

interface Chosen {
  file: File;
  /** Error while reading the file; null for a valid table. */
  fault: unknown;
  /** Parsed beginning of the file; null after an error, and while another sheet of the workbook is read. */
  table: Table | null;
  /** Workbook that `file` was converted from; null for a CSV file. */
  workbook: Workbook | null;
}

interface ChosenFile {
  /** File that the user chose last; null before any choice, or while the file is being read. */
  chosen: Chosen | null;
  choices: Choices;
  /** Preview of the import, or the reason why the columns cannot be imported; null without a table. */
  preview: TablePreview | ChoiceFault | null;
  choose(file: File): Promise<void>;
  chooseSheet(sheet: number): Promise<void>;
  setChoices(choices: Choices): void;
  forget(): void;
}

/** Returns the file that the user chooses, its parsed beginning, and functions that change the choice. */
function useChosenFile(): ChosenFile {
  const { t } = useTexts();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [choices, setChoices] = useState<Choices>([]);
  const table = chosen?.table ?? null;
  // A slow reading may end after a later one, so each reading checks that it is still the latest.
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
      // While the new sheet is read, the table is null, so that the previous sheet cannot be imported.
      setChosen({ ...chosen, fault: null, table: null, workbook: { ...chosen.workbook, sheet } });
      await read(chosen.workbook.file, sheet);
    },
  };
}

/** Parses the beginning of a file; a failure becomes `fault`. `sheet` is the index of a workbook's sheet. */
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
