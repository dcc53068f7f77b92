import type { ComponentChildren } from "preact";
import { TableBox } from "../../../design/table-box";

interface Props {
  /** Accessible name of the scrollable region around the table. */
  label: string;
  columns: readonly (string | { name: string; isNumber: true })[];
  children: ComponentChildren;
}

/** Shows a table that scrolls horizontally on narrow screens. */
export function Table({ label, columns, children }: Props) {
  return (
    <TableBox label={label}>
      <table class="data-table">
        <thead>
          <tr>
            {columns.map((column) => {
              const name = typeof column === "string" ? column : column.name;
              return (
                <th key={name} scope="col" class={typeof column === "string" ? undefined : "number"}>
                  {name}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </TableBox>
  );
}
