import { Download } from "lucide";
import type { ExportMessagesParams } from "../../../../client";
import { Icon } from "../../../design/icon";
import { useTexts } from "../texts/language";
import { ActionButton, Failure } from "../parts/state";
import { useMutation } from "../service/hooks";
import { type MessageFilters, toFilter } from "./filters";

/**
 * Shows the button that exports the filtered messages. The browser downloads the file by URL, so a large file
 * does not fill the page's memory.
 */
export function Export({ filters }: { filters: MessageFilters }) {
  const { t, format } = useTexts();
  const { run, busy, failure } = useMutation(
    (recado) =>
      recado.messages.export({
        ...toFilter(filters, new Date()),
        dialect: format.dialect,
      } as ExportMessagesParams),
    ({ url }) => save(url),
  );
  return (
    <div>
      <ActionButton type="button" class="btn btn-ghost" isBusy={busy} onClick={() => void run()}>
        <Icon of={Download} />
        {t.messages.export}
      </ActionButton>
      <Failure of={failure} />
    </div>
  );
}

/**
 * Downloads the file at `url` from the page's origin, because the service's public URL may have another
 * origin. With the `download` attribute, an error response does not replace the page.
 */
export function save(url: string): void {
  const { pathname, search } = new URL(url);
  const link = document.createElement("a");
  link.href = pathname + search;
  link.download = "";
  link.click();
}
