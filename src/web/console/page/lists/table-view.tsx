import { useTexts } from "../texts/language";
import { Table } from "../parts/table";
import { isFault, type TablePreview } from "./table";

/** Preview of a file's first rows, with the outcome that the import would have for each row. */
export function TableView({ preview: { rows, inspected } }: { preview: TablePreview }) {
  const { t, format } = useTexts();
  const figures = [format.number(inspected.rows), format.number(inspected.rejected)] as const;
  return (
    <>
      <Table
        label={t.imports.firstRows}
        columns={[
          { name: t.imports.line, isNumber: true },
          t.contacts.phone,
          t.contacts.name,
          t.contacts.variables,
          t.imports.outcome,
        ]}
      >
        {rows.map(({ line, cells, read }) => (
          <tr key={line}>
            <td class="number">{format.number(line)}</td>
            {isFault(read) ? (
              <>
                <td class="line" colSpan={3}>
                  {cells.join(" · ")}
                </td>
                <td class="refusal why">{t.imports.rowFault(read)}</td>
              </>
            ) : (
              <>
                <td class="phone">{read.phone}</td>
                <td class="line">{read.name ?? ""}</td>
                <td class="line">
                  {Object.entries(read.attributes ?? {})
                    .map(([name, value]) => `${name}: ${value}`)
                    .join(" · ")}
                </td>
                <td>{t.imports.willBeImported}</td>
              </>
            )}
          </tr>
        ))}
      </Table>
      <p class={inspected.rejected > 0 ? "refusal" : "hint"}>
        {inspected.isWhole ? t.imports.inspectedAll(...figures) : t.imports.inspected(...figures)}
      </p>
    </>
  );
}
