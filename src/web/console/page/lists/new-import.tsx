import { FileSpreadsheet } from "lucide";
import { useRef, useState } from "preact/hooks";
import { BadFile, BadHeader } from "../../../../messaging/contact-file/bad-file";
import { isWorkbook, Workbook } from "../../../../messaging/contact-file/marks";
import { type ContactList, isRecadoError } from "../../../../client";
import { Icon } from "../../../design/icon";
import { Upload } from "../../../design/upload";
import { useTexts } from "../texts/language";
import { Failure } from "../parts/failure";
import { MissingPart, PartMissing } from "../parts/later";
import { useAccount } from "../service/signed-in";
import { useMutation } from "../service/use-mutation";
import { ColumnChoices } from "./column-choices";
import {
  type ChoiceFault,
  type Choices,
  isFault,
  PREVIEW_BYTES,
  previewOf,
  requestedColumns,
  suggestedChoices,
  type Table,
  tableOf,
} from "./table";
import { TableView } from "./table-view";
import { SheetChoice, type Workbook as ReadWorkbook, workbookOf } from "./sheets";
import { FaultText } from "../parts/field";

interface Props {
  list: ContactList;
  /** Whether an import into the list is running. The service allows one import per list at a time. */
  isBusy: boolean;
  onStarted(): void;
}

interface Chosen {
  file: File;
  /** Error while reading the file; null for a valid table. */
  fault: unknown;
  table: Table | null;
  /** Workbook that `file` was converted from; null for a CSV file. */
  workbook: ReadWorkbook | null;
}

/** Previews, uploads and imports a file of contacts, which the user chooses or drops. */
export function NewImport({ list, isBusy, onStarted }: Props) {
  const { t, format } = useTexts();
  const { recado } = useAccount();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [choices, setChoices] = useState<Choices>([]);
  const [sent, setSent] = useState<{ sentBytes: number; totalBytes: number } | null>(null);
  // Id of the uploaded file. A retry after a failed import reuses the upload.
  const uploaded = useRef<{ file: File; id: string } | null>(null);
  const zone = useRef<HTMLDivElement>(null);

  const start = useMutation(
    async (file: File) => {
      if (uploaded.current?.file !== file) {
        const upload = { data: file, usage: "contact_import", content_type: "text/csv" } as const;
        const { id } = await recado.files.upload(upload, { onProgress: setSent });
        uploaded.current = { file, id };
      }
      const columns = requestedColumns(choices);
      await recado.imports.create({ list_id: list.id, file_id: uploaded.current.id, columns });
    },
    () => {
      forget();
      onStarted();
      zone.current?.querySelector("input")?.focus();
    },
  );
  const forget = () => {
    setChosen(null);
    setSent(null);
    start.forget();
  };
  const choose = async (file: File) => {
    forget();
    show(await inspectFile(file, null, t.imports.day));
  };
  const show = (next: Chosen) => {
    setChosen(next);
    setChoices(next.table === null ? [] : suggestedChoices(next.table.names));
  };
  const table = chosen?.table ?? null;
  const preview = table === null ? null : previewOf(table, choices);
  const isReady = preview !== null && !isFault(preview);

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
          onFile={(file) => void choose(file)}
        />
      </div>
      {chosen !== null && (
        <div class="chosen mt-4 grid grid-cols-[minmax(0,1fr)] gap-3">
          <p class="flex items-center gap-2">
            <Icon of={FileSpreadsheet} />
            <strong class="min-w-0 truncate">{chosen.file.name}</strong>
            <span class="hint shrink-0">
              {t.imports.bytes(format.number(Math.ceil(chosen.file.size / 1024)))}
            </span>
          </p>
          {chosen.fault instanceof PartMissing ? (
            <MissingPart />
          ) : (
            <FaultText of={chosen.fault === null ? null : faultWords(chosen.fault, t.imports)} />
          )}
          {chosen.workbook !== null && (
            <SheetChoice
              workbook={chosen.workbook}
              disabled={start.busy}
              onSheet={async (sheet) => show(await inspectFile(chosen.workbook!.file, sheet, t.imports.day))}
            />
          )}
          {table !== null && <ColumnChoices table={table} choices={choices} onChange={setChoices} />}
          {preview !== null &&
            (isFault(preview) ? (
              <FaultText of={choiceFaultWords(preview, t.imports)} />
            ) : (
              <TableView preview={preview} />
            ))}
          {start.busy && (
            <p role="status">
              {sent !== null && sent.sentBytes < sent.totalBytes ? t.imports.uploading : t.imports.starting}
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
          <div class="choices mt-0">
            <button
              type="button"
              class="btn btn-primary"
              disabled={start.busy || isBusy || !isReady}
              onClick={() => void start.run(chosen.file)}
            >
              {t.imports.start(list.name)}
            </button>
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

/** Parses the beginning of a file. `sheet` is the index of the sheet to convert from a workbook. */
async function inspectFile(file: File, sheet: number | null, day: (date: Date) => string): Promise<Chosen> {
  let workbook: ReadWorkbook | null = null;
  try {
    const mark = new Uint8Array(await file.slice(0, 4).arrayBuffer());
    if (isWorkbook(mark)) workbook = await workbookOf(file, sheet ?? 0, day);
    const source = workbook?.csv ?? file;
    const beginning = new Uint8Array(await source.slice(0, PREVIEW_BYTES).arrayBuffer());
    return { file: source, fault: null, table: tableOf(beginning, source.size <= PREVIEW_BYTES), workbook };
  } catch (fault) {
    return { file, fault, table: null, workbook };
  }
}

type Words = ReturnType<typeof useTexts>["t"]["imports"];

function faultWords(fault: unknown, t: Words): string {
  if (fault instanceof BadHeader) return t.headerFault(fault.fault);
  if (fault instanceof Workbook) return t.workbook;
  return fault instanceof BadFile ? t.noTable : t.unreadable;
}

function choiceFaultWords(fault: ChoiceFault, t: Words): string {
  if (!("attribute" in fault)) return t.headerFault(fault);
  return fault.code === "attribute_twice"
    ? t.variableTwice(fault.attribute)
    : t.variableInvalid(fault.attribute);
}
