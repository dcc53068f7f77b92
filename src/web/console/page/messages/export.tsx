import type { ExportMessagesParams } from "../../../../client";
import { useTexts } from "../texts/language";
import { Failure } from "../parts/failure";
import { useAccount } from "../service/signed-in";
import { useMutation } from "../service/use-mutation";
import { type MessageFilters, toFilter } from "./filters";

/**
 * Saves all filtered messages as a file. The browser downloads it from a URL that the service returns, so the
 * file can have any size and is never in the script's memory.
 */
export function Export({ filters }: { filters: MessageFilters }) {
  const { t } = useTexts();
  const { recado } = useAccount();
  const { run, busy, failure } = useMutation(
    () => recado.messages.export(toFilter(filters) as ExportMessagesParams),
    ({ url }) => save(url),
  );
  return (
    <div class="export">
      <button type="button" disabled={busy} onClick={() => void run()}>
        {t.messages.export}
      </button>
      <Failure of={failure} />
    </div>
  );
}

/**
 * Downloads the file from the page's own origin, which may differ from the configured public URL. A link with
 * `download` keeps the page open even if the response is an error.
 */
function save(url: string): void {
  const { pathname, search } = new URL(url);
  const link = document.createElement("a");
  link.href = pathname + search;
  link.download = "";
  link.click();
}
