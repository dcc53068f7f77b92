import { Skeleton } from "../../../design/skeleton";
import { useTexts } from "../texts/language";
import type { QueryResult } from "../service/use-query";
import { Failure } from "./failure";

export function State({ result }: { result: QueryResult<unknown> }) {
  const { t } = useTexts();
  const { failure, value, isLoading, refetch } = result;
  if (failure !== null) return <Failure of={failure} onRetry={refetch} />;
  const isFirst = value === null && isLoading;
  return (
    <>
      <p role="status" class="sr-only">
        {isFirst ? t.state.loading : ""}
      </p>
      {isFirst && <Skeleton />}
    </>
  );
}
