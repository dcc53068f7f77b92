import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide";
import type { ComponentChildren } from "preact";
import { Icon } from "./icon";
import { TableBox } from "./table-box";

export interface Column<Row> {
  name: string;
  cell(row: Row): ComponentChildren;
  isNumber?: boolean;
  /** Whether the cell names the row. On a phone, it is the heading of the row's card. */
  isTitle?: boolean;
  /** Value of the contract's `sort` for ascending order by the column; `-` before it means descending. */
  sort?: string;
  /**
   * Form of the cell in the row's card on a phone; by default, the column's name precedes it. `bare` cells
   * have no name and share lines, and a `text` cell has no name and fills its line. The card omits `hidden`
   * cells.
   */
  onCard?: "bare" | "text" | "hidden";
  class?: string;
}

export interface Sorting {
  value: string;
  onSort(value: string): void;
}

interface Selection {
  ids: ReadonlySet<string>;
  onChange(ids: ReadonlySet<string>): void;
  /** Label of the checkbox that selects all rows of the page. */
  all: string;
  one(title: string): string;
}

interface Props<Row> {
  /** Accessible name of the table. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  idOf(row: Row): string;
  /** Opens a clicked row, as a page or in a side panel. The title cell should also have a link. */
  onOpen?(row: Row): void;
  /** Id of the row that is open in a panel beside the table. */
  openId?: string | undefined;
  sorting?: Sorting;
  selection?: Selection;
}

/** Shows a table. On a narrow screen, each row is a card. */
export function DataTable<Row>(props: Props<Row>) {
  const { label, columns, rows, idOf, onOpen, openId, sorting, selection } = props;
  const open = (event: MouseEvent, row: Row) => {
    const isControl = (event.target as Element).closest("a, button, input, label, summary, dialog") !== null;
    const isMarking = (getSelection()?.toString() ?? "") !== "";
    if (!isControl && !isMarking) onOpen?.(row);
  };
  return (
    <TableBox label={label}>
      <table class="data-table as-cards">
        <thead>
          <tr>
            {selection && (
              <th scope="col">
                <SelectAll rows={rows} idOf={idOf} selection={selection} />
              </th>
            )}
            {columns.map((column) => (
              <Heading key={column.name} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const id = idOf(row);
            return (
              <tr
                key={id}
                class={onOpen ? "opens" : undefined}
                aria-selected={selection?.ids.has(id) || openId === id || undefined}
                onClick={(event) => open(event, row)}
              >
                {selection && (
                  <td data-name="">
                    <input
                      type="checkbox"
                      aria-label={selection.one(id)}
                      checked={selection.ids.has(id)}
                      onChange={() => selection.onChange(toggled(selection.ids, id))}
                    />
                  </td>
                )}
                {columns.map((column) => {
                  const content = column.cell(row);
                  return (
                    <td key={column.name} data-name={column.name} class={classesOf(column)}>
                      {content === null || content === undefined ? null : <div class="cell">{content}</div>}
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </TableBox>
  );
}

const ON_CARD = { bare: "shows-bare", text: "shows-bare shows-text", hidden: "max-sm:hidden" };

const classesOf = <Row,>({ isNumber, isTitle, onCard, class: own }: Column<Row>): string | undefined =>
  [isNumber && "number", isTitle && "title", onCard && ON_CARD[onCard], own].filter(Boolean).join(" ") ||
  undefined;

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

function Heading<Row>({ column, sorting }: { column: Column<Row>; sorting: Sorting | undefined }) {
  const { name, isNumber, sort } = column;
  const className = isNumber ? "number" : undefined;
  if (sort === undefined || sorting === undefined) {
    return (
      <th scope="col" class={className}>
        {name}
      </th>
    );
  }
  const order = sorting.value === sort ? "ascending" : sorting.value === `-${sort}` ? "descending" : "none";
  return (
    <th scope="col" class={className} aria-sort={order}>
      <button
        type="button"
        class="sorts"
        onClick={() => sorting.onSort(order === "ascending" ? `-${sort}` : sort)}
      >
        {name}
        <Icon
          of={order === "ascending" ? ArrowUp : order === "descending" ? ArrowDown : ChevronsUpDown}
          size={13}
        />
      </button>
    </th>
  );
}

function SelectAll<Row>({
  rows,
  idOf,
  selection: { ids, onChange, all },
}: Pick<Props<Row>, "rows" | "idOf"> & { selection: Selection }) {
  const isAll = rows.length > 0 && rows.every((row) => ids.has(idOf(row)));
  const some = rows.some((row) => ids.has(idOf(row)));
  return (
    <input
      type="checkbox"
      aria-label={all}
      checked={isAll}
      ref={(box) => void (box && (box.indeterminate = some && !isAll))}
      onChange={() => onChange(isAll ? new Set() : new Set(rows.map(idOf)))}
    />
  );
}
