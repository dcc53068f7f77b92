import { useTexts } from "../texts/language";
import type { QueryResult } from "../service/use-query";
import { Failure } from "./failure";

export function State({ result }: { result: QueryResult<unknown> }) {
  const { t } = useTexts();
  const { failure, value, isLoading, refetch } = result;
  if (failure !== null) return <Failure of={failure} onRetry={refetch} />;
  return (
    <p role="status" class="hint">
      {value === null && isLoading ? t.state.loading : ""}
    </p>
  );
}
