import { limits } from "../../../../../generated/server/values";
import { DataTable } from "../../../design/data-table";
import { useTexts } from "../texts/language";
import { type Choices, examplesOf, type Table as FileTable, withAttribute, withUse } from "./table";

const USES = ["phone", "name", "attribute", "ignore"] as const;
const MAX_NAME_LENGTH = limits.VariableName.maxLength;

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
            maxLength={MAX_NAME_LENGTH}
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
