import { Skeleton } from "../../../design/skeleton";
import { useTexts } from "../texts/language";
import type { QueryResult } from "../service/use-query";
import { Failure } from "./failure";

export function State({ result }: { result: QueryResult<unknown> }) {
  const { failure, value, isLoading, refetch } = result;
  if (failure !== null) return <Failure of={failure} onRetry={refetch} />;
  return <Loading isLoading={value === null && isLoading} />;
}

/** Shows placeholder rows while something loads, and announces it to screen readers. */
export function Loading({ isLoading, rows }: { isLoading: boolean; rows?: number }) {
  const { t } = useTexts();
  return (
    <>
      <p role="status" class="sr-only">
        {isLoading ? t.state.loading : ""}
      </p>
      {isLoading && <Skeleton rows={rows} />}
    </>
  );
}
