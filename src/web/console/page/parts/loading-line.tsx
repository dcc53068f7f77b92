import { useEffect, useState } from "preact/hooks";
import { onLoading } from "../service/loading";

/** Shows a line at the top edge while a query or a part of the page is loading. */
export function LoadingLine() {
  const [isLoading, setLoading] = useState(false);
  useEffect(() => onLoading(setLoading), []);
  return <div class="loading-line" data-loading={isLoading || undefined} />;
}
