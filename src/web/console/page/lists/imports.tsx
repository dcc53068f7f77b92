import { Download } from "lucide";
import { useEffect, useRef, useState } from "preact/hooks";
import { WORKBOOK_WORDS } from "../../../../messaging/contact-file/faults";
import { readHeaderFault } from "../../../../messaging/contact-file/read-faults";
import type { ContactList, Import } from "../../../../client";
import { Icon } from "../../../design/icon";
import { useTexts, wordFor } from "../texts/language";
import { ConfirmButton } from "../parts/dialog-buttons";
import { ActionButton, Failure, State } from "../parts/state";
import { saveText } from "../parts/save-text";
import { When } from "../parts/when";
import { useMutation, useQuery, useScope } from "../service/hooks";
import { NewImport } from "./new-import";
import { translateRejected } from "./rejected";

const LIVE_STATUSES: readonly string[] = ["pending", "running"];
const POLL_MS = 1_000;
const IDLE_POLL_MS = 15_000;
/** Number of imports that the page shows before the user expands the list. */
const SHOWN_FIRST = 3;
const MAX_IMPORTS = 50;

export function Imports({ list, onProgress }: { list: ContactList; onProgress(): void }) {
  const { t } = useTexts();
  const scopes = [useScope("contacts:write"), useScope("files:write")];
  const mayImport = scopes.every(Boolean);
  const [isLive, setLive] = useState(false);
  const result = useQuery(
    list.id,
    async (recado) => (await recado.imports.list({ list_id: list.id, limit: MAX_IMPORTS })).data,
    { everyMs: isLive ? POLL_MS : IDLE_POLL_MS },
  );
  const imports = result.value ?? [];
  const someLive = imports.some(({ status }) => LIVE_STATUSES.includes(status));
  useEffect(() => setLive(someLive), [someLive]);
  const done = imports.reduce((sum, one) => sum + one.rows_processed, 0);
  const before = useRef<number | null>(null);
  useEffect(() => {
    if (result.value === null) return;
    if (before.current !== null && before.current !== done) onProgress();
    before.current = done;
  }, [result.value === null, done]);
  if (!mayImport && imports.length === 0) return null;
  return (
    <section class="card">
      <h2>{mayImport ? t.imports.title : t.imports.latest}</h2>
      {mayImport && <NewImport list={list} isBusy={isLive} onStarted={result.refetch} />}
      <State result={result} />
      {imports.length > 0 && (
        <>
          {mayImport && <h3 class="mt-4">{t.imports.latest}</h3>}
          <Rows of={imports.slice(0, SHOWN_FIRST)} onChanged={result.refetch} />
          {imports.length > SHOWN_FIRST && (
            <details>
              <summary class="py-1">{t.imports.earlier}</summary>
              <Rows of={imports.slice(SHOWN_FIRST)} onChanged={result.refetch} />
            </details>
          )}
        </>
      )}
    </section>
  );
}

function Rows({ of, onChanged }: { of: readonly Import[]; onChanged(): void }) {
  return (
    <ul class="rows">
      {of.map((one) => (
        <li key={one.id}>
          <OneImport of={one} onChanged={onChanged} />
        </li>
      ))}
    </ul>
  );
}

function OneImport({ of, onChanged }: { of: Import; onChanged(): void }) {
  const { t, format } = useTexts();
  const mayWrite = useScope("contacts:write");
  const ids = { list_id: of.list_id, import_id: of.id };
  const cancel = useMutation((recado) => recado.imports.cancel(ids), onChanged);
  const isLive = LIVE_STATUSES.includes(of.status);
  const { rows_total, rows_processed, created, updated, rejected } = of;
  const isPartial = of.status === "completed" && rejected > 0;
  const status = isPartial ? t.imports.completedPartly : wordFor(t.imports.statuses, of.status);
  return (
    <div class="flex flex-wrap items-center gap-x-4 gap-y-1">
      <p class="flex w-44 flex-wrap items-center gap-x-2">
        <span
          class={`status ${isPartial ? "tone-warn" : (TONES[of.status] ?? "")} text-base-content font-medium`}
        >
          {status}
        </span>
        <span class="hint">
          <When at={of.created_at} />
        </span>
      </p>
      <div class="min-w-60 grow basis-80">
        {isLive && (
          <progress
            aria-label={t.imports.statuses.running}
            {...(rows_total === null ? {} : { max: Math.max(rows_total, 1), value: rows_processed })}
          />
        )}
        <p aria-live={isLive ? "polite" : undefined}>
          {rows_total !== null &&
            t.imports.progress(format.number(rows_processed), format.number(rows_total))}{" "}
          {t.imports.counts(format.number(created), format.number(updated), format.number(rejected))}
        </p>
        {of.error !== null && <p class="refusal">{faultWords(of.error, t.imports)}</p>}
      </div>
      {rejected > 0 && <Rejected ids={ids} />}
      {isLive && mayWrite && (
        <ConfirmButton label={t.imports.cancel} action={cancel} isDangerous>
          <p>{t.imports.canceling}</p>
        </ConfirmButton>
      )}
    </div>
  );
}

/** CSS class of the dot for each import status. */
const TONES: Readonly<Record<string, string>> = {
  pending: "tone-planned",
  running: "tone-busy",
  completed: "tone-good",
  failed: "tone-bad",
  canceled: "tone-planned",
};

type Words = ReturnType<typeof useTexts>["t"]["imports"];

function faultWords({ code, message }: NonNullable<Import["error"]>, t: Words): string {
  if (message === WORKBOOK_WORDS) return t.workbook;
  const header = code === "file_unreadable" ? readHeaderFault(message) : null;
  if (header !== null) return t.headerFault(header);
  const [, line] = / line (\d+)\b/.exec(message) ?? [];
  const words = (t.errors as Record<string, string>)[code];
  if (words === undefined) return message;
  return line === undefined ? words : `${words} ${t.seeLine(line)}`;
}

/** Shows a button that downloads an import's rejected rows as CSV, for correction and another import. */
function Rejected({ ids }: { ids: { list_id: string; import_id: string } }) {
  const { t } = useTexts();
  const action = useMutation(async (recado) => {
    const { url } = await recado.imports.getErrors(ids);
    // The download uses the page's origin, because the service's public URL may have another origin.
    const { pathname, search } = new URL(url);
    const response = await fetch(pathname + search);
    if (!response.ok) throw new Error(`the request for rejected rows failed with status ${response.status}`);
    const rejected = translateRejected(await response.text(), t.imports, t.contacts.csvDelimiter);
    saveText(rejected, `import-${ids.import_id}.csv`);
  });
  return (
    <>
      <ActionButton type="button" class="btn btn-sm" isBusy={action.busy} onClick={() => void action.run()}>
        <Icon of={Download} size={14} />
        {t.imports.download}
      </ActionButton>
      <Failure of={action.failure} />
    </>
  );
}
