import type { ComponentProps } from "preact";
import { useState } from "preact/hooks";
import type { QueryResult } from "../service/hooks";
import { Failure } from "./state";
import { InputField, SelectField } from "./field";
import { isSearchable, MAX_SEARCH_LENGTH } from "./filter-values";
import { useSettled } from "./use-settled";

/**
 * Returns the text of a search box, and the search text of the query, which is empty while the user has
 * typed too little.
 */
export function useTypedSearch(searchOf: (typed: string) => string = (typed) => typed.trim()) {
  const [typed, setTyped] = useState("");
  const settled = useSettled(searchOf(typed));
  return { typed, setTyped, search: isSearchable(settled) ? settled : "" };
}

type Props = ComponentProps<typeof SelectField<string>> & {
  /** Search of `useTypedSearch`. */
  by: ReturnType<typeof useTypedSearch>;
  searchLabel: string;
  searchHint: string;
  /** Query of the options. */
  result: Pick<QueryResult<unknown>, "failure" | "refetch">;
  /** Whether the query found more options than the select offers. */
  hasMore: boolean;
};

/** Shows a select, with a search box above it if there are more options. */
export function SearchableSelect({ by, searchLabel, searchHint, result, hasMore, ...select }: Props) {
  return (
    <>
      {(hasMore || by.search !== "") && (
        <InputField
          label={searchLabel}
          hint={searchHint}
          type="search"
          maxLength={MAX_SEARCH_LENGTH}
          value={by.typed}
          onValue={by.setTyped}
        />
      )}
      <SelectField {...select} />
      <Failure of={result.failure} onRetry={result.refetch} />
    </>
  );
}
