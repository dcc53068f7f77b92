import type { ContactList } from "../../../../client";
import { useTexts } from "../texts/language";

export function ListOptions({ lists, chosen = "" }: { lists: readonly ContactList[]; chosen?: string }) {
  const { t } = useTexts();
  return (
    <>
      {(["default", "blacklist"] as const).map((type) => {
        const some = lists.filter((list) => list.type === type);
        return (
          some.length > 0 && (
            <optgroup key={type} label={t.lists.kinds[type]}>
              {some.map(({ id, name }) => (
                <option key={id} value={id} selected={id === chosen}>
                  {name}
                </option>
              ))}
            </optgroup>
          )
        );
      })}
    </>
  );
}
