import { CircleCheck, TriangleAlert } from "lucide";
import { Workbook as UnreadWorkbook } from "../../../../messaging/contact-file/file-signature";
import { useTexts } from "../texts/language";
import type { CellFormat } from "../parts/workbook";
import { workbookPart } from "../parts/workbook-part";
import { SelectField } from "../parts/form";
import { limits } from "../../../../../generated/server/values";
import { DataTable } from "../../../design/data-table";
import {
  type Choices,
  examplesOf,
  isFault,
  type Table as FileTable,
  type TablePreview,
  withAttribute,
  withUse,
} from "./table";
import { Icon } from "../../../design/icon";
import { attributesText } from "../contacts/rules";
import { phoneText } from "../../../../messaging/phone-text";

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

interface SheetProps {
  workbook: Workbook;
  disabled: boolean;
  onSheet(sheet: number): unknown;
}

/** Offers the sheets of a workbook. Shows nothing for a single sheet. */
export function SheetChoice({ workbook: { sheets, sheet }, disabled, onSheet }: SheetProps) {
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

const USES = ["phone", "name", "attribute", "ignore"] as const;
const MAX_VARIABLE_NAME_LENGTH = limits.VariableName.maxLength;

interface FileColumn {
  name: string;
  index: number;
}

interface Props {
  table: FileTable;
  choices: Choices;
  /** Whether the user can no longer change the choices, because the import is starting. */
  disabled: boolean;
  onChange(choices: Choices): void;
}

/** Shows a file's columns with example values. The user chooses the use of each column with a heading. */
export function ColumnChoices({ table, choices, disabled, onChange }: Props) {
  const { t } = useTexts();
  const useOf = ({ name, index }: FileColumn) => {
    const choice = choices[index] ?? null;
    if (choice === null) return t.imports.uses.ignore;
    return (
      <span class="flex flex-wrap gap-2">
        <select
          class="select select-sm w-32"
          aria-label={t.imports.useOf(name)}
          value={choice.use}
          disabled={disabled}
          onChange={({ currentTarget }) =>
            onChange(withUse(choices, index, currentTarget.value as (typeof USES)[number]))
          }
        >
          {USES.map((use) => (
            <option key={use} value={use} selected={use === choice.use}>
              {t.imports.uses[use]}
            </option>
          ))}
        </select>
        {choice.use === "attribute" && (
          <input
            class="input input-sm w-44"
            aria-label={t.imports.variableOf(name)}
            maxLength={MAX_VARIABLE_NAME_LENGTH}
            spellcheck={false}
            value={choice.attribute ?? ""}
            disabled={disabled}
            onInput={({ currentTarget }) =>
              onChange(withAttribute(choices, index, currentTarget.value.trim()))
            }
          />
        )}
      </span>
    );
  };
  return (
    <DataTable
      label={t.imports.columns}
      rows={table.names.map((name, index) => ({ name, index }))}
      idOf={({ index }) => String(index)}
      columns={[
        {
          name: t.imports.column,
          isTitle: true,
          cell: ({ name }) => <strong>{name || t.contacts.noName}</strong>,
        },
        {
          name: t.imports.examples,
          class: "line",
          cell: ({ index }) => examplesOf(table, index).join(" · "),
        },
        { name: t.imports.use, cell: useOf },
      ]}
    />
  );
}

/** Shows a file's first rows and first rejected rows, each with its outcome in the import. */
export function TableView({ preview: { rows, inspected } }: { preview: TablePreview }) {
  const { t, format } = useTexts();
  const { people, rejected } = inspected;
  const figures = [
    t.imports.accepted(people, format.number(people)),
    t.imports.rejected(rejected, format.number(rejected)),
  ].join(", ");
  return (
    <>
      <DataTable
        label={t.imports.firstRows}
        rows={rows}
        idOf={({ line }) => String(line)}
        columns={[
          { name: t.imports.line, cell: ({ line }) => format.number(line) },
          {
            name: t.common.outcome,
            class: "min-w-52",
            cell: ({ read, repeats }) =>
              isFault(read) ? (
                <span class="refusal flex gap-2">
                  <Icon of={TriangleAlert} size={14} />
                  {t.imports.rowFault(read)}
                </span>
              ) : (
                <span class="flex gap-2">
                  <span class="mt-0.5 text-success">
                    <Icon of={CircleCheck} size={14} />
                  </span>
                  {repeats === null ? t.imports.willBeImported : t.imports.overrides(format.number(repeats))}
                </span>
              ),
          },
          {
            name: t.contacts.phone,
            class: "phone",
            cell: ({ read, cells }) =>
              isFault(read) ? (
                <span class="wrap-anywhere whitespace-normal">{cells.join(" · ")}</span>
              ) : (
                phoneText(read.phone)
              ),
          },
          { name: t.common.name, class: "line", cell: ({ read }) => (isFault(read) ? null : read.name) },
          {
            name: t.contacts.variables,
            class: "line",
            cell: ({ read }) => (isFault(read) ? null : attributesText(read.attributes ?? {})),
          },
        ]}
      />
      <p class={rejected > 0 ? "warning" : "hint"}>
        {inspected.isWhole ? `${figures}.` : t.imports.inspected(figures)}
      </p>
    </>
  );
}
