import { useTexts } from "../texts/language";
import { Table } from "../parts/table";
import { type Choices, examplesOf, type Table as FileTable, withAttribute, withUse } from "./table";

const USES = ["phone", "name", "attribute", "ignore"] as const;
const MAX_NAME_LENGTH = 64;

interface Props {
  table: FileTable;
  choices: Choices;
  onChange(choices: Choices): void;
}

/** Table of a file's columns with example values and a choice of each column's use. */
export function ColumnChoices({ table, choices, onChange }: Props) {
  const { t } = useTexts();
  return (
    <Table label={t.imports.columns} columns={[t.imports.column, t.imports.examples, t.imports.use]}>
      {table.names.map((name, index) => {
        const choice = choices[index] ?? null;
        return (
          <tr key={index}>
            <th scope="row">{name || t.imports.unnamed}</th>
            <td class="line">{examplesOf(table, index).join(" · ")}</td>
            <td>
              {choice === null ? (
                t.imports.uses.ignore
              ) : (
                <span class="choices">
                  <select
                    aria-label={t.imports.useOf(name)}
                    value={choice.use}
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
                      aria-label={t.imports.variableOf(name)}
                      maxLength={MAX_NAME_LENGTH}
                      spellcheck={false}
                      value={choice.attribute ?? ""}
                      onInput={({ currentTarget }) =>
                        onChange(withAttribute(choices, index, currentTarget.value.trim()))
                      }
                    />
                  )}
                </span>
              )}
            </td>
          </tr>
        );
      })}
    </Table>
  );
}
