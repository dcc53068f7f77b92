import { useState } from "preact/hooks";
import { InvalidFileError } from "../../../../messaging/contact-file/invalid-file";
import { isWorkbook, MAX_SIGNATURE_BYTES } from "../../../../messaging/contact-file/file-signature";
import { useTexts } from "../texts/language";
import { Upload } from "../../../design/upload";
import { textOfFile } from "../parts/decoded-text";
import { MissingPart, PartLoadError } from "../parts/later";
import type { CellFormat } from "../parts/workbook";
import { workbookPart } from "../parts/workbook-part";
import { useLatestCall } from "../service/use-latest-call";
import type { Draft } from "./draft";
import type { Entry, Fault } from "./recipients";
import { StepTitle } from "./step-title";
import { FaultText, TextAreaField } from "../parts/form";

const MAX_LISTED = 20;
/** Maximum size of a recipients' file in bytes; enough for a thousand recipients with all variables. */
const MAX_TABLE = 4 * 1024 * 1024;

interface Props {
  draft: Draft;
  entry: Entry;
  onChange(changes: Partial<Draft>): void;
}

export function RecipientStep({ draft, entry, onChange }: Props) {
  const { t, format } = useTexts();
  const { people, names, faults } = entry;
  const [isTooLarge, setTooLarge] = useState(false);
  /** Error while reading the file; null for a readable file. */
  const [fault, setFault] = useState<unknown>(null);
  // An earlier file may take longer to read than a later one. The result of the earlier file is then ignored.
  const beginReading = useLatestCall();
  const read = async (file: File) => {
    const isLatest = beginReading();
    setFault(null);
    setTooLarge(file.size > MAX_TABLE);
    if (file.size > MAX_TABLE) return;
    try {
      const recipients = await textOf(file, t.imports.cells);
      if (isLatest()) onChange({ recipients });
    } catch (failure) {
      if (isLatest()) setFault(failure);
    }
  };
  return (
    <section class="card">
      <StepTitle number={1}>{t.send.recipients}</StepTitle>
      <TextAreaField
        label={t.send.numbers}
        hint={t.send.numbersHint}
        value={draft.recipients}
        class="resize-y"
        rows={4}
        spellcheck={false}
        onValue={(recipients) => onChange({ recipients })}
      />
      <Upload
        label={t.send.file}
        hint={t.send.fileHint}
        accept=".csv,.txt,.xlsx,text/csv,text/plain"
        onFile={(file) => void read(file)}
      />
      {fault instanceof PartLoadError ? (
        <MissingPart />
      ) : (
        (isTooLarge || fault !== null) && (
          <FaultText
            of={
              isTooLarge
                ? t.send.fileTooLarge(format.bytes(MAX_TABLE))
                : fault instanceof InvalidFileError
                  ? t.imports.noTable
                  : t.imports.workbook
            }
          />
        )
      )}
      <p role="status" class={people.length > 0 ? "font-medium" : "hint"}>
        {people.length > 0 && t.send.people(format.number(people.length), people.length === 1)}
        {names.length > 0 && ` ${t.send.columns(names.join(", "))}`}
      </p>
      {faults.length > 0 && (
        <details class="mt-2" open={faults.length <= 5}>
          <summary class="refusal">
            {t.send.faults(format.number(faults.length), faults.length === 1)}
          </summary>
          <ul class="mt-1 list-disc pl-5 wrap-anywhere">
            {faults.slice(0, MAX_LISTED).map((fault, index) => (
              <li key={index}>{faultText(fault, t.send)}</li>
            ))}
          </ul>
          {faults.length > MAX_LISTED && (
            <p>{t.contacts.andMore(format.number(faults.length - MAX_LISTED))}</p>
          )}
        </details>
      )}
    </section>
  );
}

/** Returns a recipients' file as text. Converts a workbook's first sheet to CSV. */
async function textOf(file: File, format: CellFormat): Promise<string> {
  const mark = new Uint8Array(await file.slice(0, MAX_SIGNATURE_BYTES).arrayBuffer());
  if (!isWorkbook(mark)) return textOfFile(file);
  const { csvOf, sheetsOf } = await workbookPart.load();
  const [sheet] = await sheetsOf(file);
  if (sheet === undefined) throw new Error("the workbook is empty");
  return csvOf(sheet, format);
}

function faultText(fault: Fault, t: ReturnType<typeof useTexts>["t"]["send"]): string {
  const { line } = fault;
  if (fault.kind === "illegible") return t.illegible(line);
  if (fault.kind === "illegible headings") return t.illegibleHeadings;
  const { value } = fault;
  switch (fault.kind) {
    case "malformed":
      return t.malformed(line, value);
    case "duplicate":
      return t.duplicate(line, value, fault.first);
    case "heading":
      return t.heading(value);
    case "numbers":
      return t.otherNumbers(value, fault.used);
    case "long":
      return t.long(line, value);
  }
}
