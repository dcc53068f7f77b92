import { CircleCheck, TriangleAlert } from "lucide";
import { DataTable } from "../../../design/data-table";
import { Icon } from "../../../design/icon";
import { attributesText } from "../contacts/rules";
import { phoneText } from "../../../../messaging/phone-text";
import { useTexts } from "../texts/language";
import { isFault, type TablePreview } from "./table";

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
            name: t.campaigns.outcome,
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
