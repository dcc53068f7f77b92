import { useEffect, useState } from "preact/hooks";
import { onLoading } from "../service/loading";

/** Shows a line at the top edge of the window while a query or a script is loading. */
export function LoadingLine() {
  const [isLoading, setLoading] = useState(false);
  useEffect(() => onLoading(setLoading), []);
  return <div class="loading-line" data-loading={isLoading || undefined} />;
}
