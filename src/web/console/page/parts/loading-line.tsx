import { useEffect, useState } from "preact/hooks";
import { onLoading } from "../service/loading";

/** Line at the top edge while the page waits for the service's first response to it. */
export function LoadingLine() {
  const [isLoading, setLoading] = useState(false);
  useEffect(() => onLoading(setLoading), []);
  return <div class="loading-line" data-loading={isLoading || undefined} />;
}
