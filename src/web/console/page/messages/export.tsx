import type { ExportMessagesParams } from "../../../../client";
import { useTexts } from "../texts/language";
import { Failure } from "../parts/failure";
import { useAccount } from "../service/signed-in";
import { useMutation } from "../service/use-mutation";
import { type MessageFilters, toFilter } from "./filters";

/**
 * Has all messages that are filtered saved as a file. The browser itself fetches it, by a URL that the service gives for
 * it: so it may have any size, and no script has it in memory.
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
 * By the address that the page itself came from, whatever the service believes of its own. As a download, so that the page
 * stays where it is even if the answer is a refusal.
 */
function save(url: string): void {
  const { pathname, search } = new URL(url);
  const link = document.createElement("a");
  link.href = pathname + search;
  link.download = "";
  link.click();
}
