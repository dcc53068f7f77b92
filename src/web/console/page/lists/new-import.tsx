import { useRef, useState } from "preact/hooks";
import { BadFile, BadHeader } from "../../../../engine/imports/bad-file";
import { type ContactList, isRecadoError } from "../../../../client";
import { useTexts } from "../texts/language";
import { Failure } from "../parts/failure";
import { useAccount } from "../service/signed-in";
import { useAction } from "../service/use-action";
import { LOOKED_AT, previewOf, type TablePreview } from "./table";
import { TableView } from "./table-view";

interface Props {
  list: ContactList;
  /** One import at a time runs on a list. */
  isBusy: boolean;
  onStarted(): void;
}

interface Chosen {
  file: File;
  /** What stands in the way of an import; null: nothing that shows at its beginning. */
  fault: unknown;
  preview: TablePreview | null;
}

/** A file of contacts is chosen or dropped, looked at, uploaded and imported. */
export function NewImport({ list, isBusy, onStarted }: Props) {
  const { t, format } = useTexts();
  const { recado } = useAccount();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [isOver, setOver] = useState(false);
  const [sent, setSent] = useState<{ sentBytes: number; totalBytes: number } | null>(null);
  /** What was uploaded is not uploaded again where only the import has failed. */
  const uploaded = useRef<{ file: File; id: string } | null>(null);
  const input = useRef<HTMLInputElement>(null);

  const start = useAction(
    async (file: File) => {
      if (uploaded.current?.file !== file) {
        const upload = { data: file, usage: "contact_import", content_type: "text/csv" } as const;
        const { id } = await recado.files.upload(upload, { onProgress: setSent });
        uploaded.current = { file, id };
      }
      await recado.imports.create({ list_id: list.id, file_id: uploaded.current.id });
    },
    () => {
      forget();
      onStarted();
      input.current?.focus();
    },
  );
  const forget = () => {
    setChosen(null);
    setSent(null);
    start.forget();
    if (input.current) input.current.value = "";
  };
  const choose = async (file: File | undefined) => {
    if (!file) return;
    forget();
    setChosen(await lookedAt(file));
  };

  return (
    <>
      <div
        class={isOver ? "drop over" : "drop"}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void choose(event.dataTransfer?.files[0]);
        }}
      >
        <label class="button">
          {t.imports.choose}
          <input
            ref={input}
            type="file"
            accept=".csv,.txt,text/csv"
            disabled={start.busy}
            onChange={(event) => void choose(event.currentTarget.files?.[0])}
          />
        </label>
        <span> {t.imports.drop}</span>
        <p class="hint">{t.imports.hint}</p>
      </div>
      {chosen !== null && (
        <div class="chosen">
          <p>
            <strong>{chosen.file.name}</strong> ·{" "}
            {t.imports.bytes(format.number(Math.ceil(chosen.file.size / 1024)))}
          </p>
          {chosen.fault !== null && (
            <p role="alert" class="refusal">
              {faultWords(chosen.fault, t.imports)}
            </p>
          )}
          {chosen.preview !== null && <TableView preview={chosen.preview} />}
          {start.busy && (
            <p role="status">
              {sent !== null && sent.sentBytes < sent.totalBytes ? t.imports.uploading : t.imports.starting}
              <progress aria-label={t.imports.uploading} />
            </p>
          )}
          {isRecadoError(start.failure, "import_in_progress") ? (
            <p role="alert" class="refusal">
              {t.imports.inProgress}
            </p>
          ) : isRecadoError(start.failure, "payload_too_large") ? (
            <p role="alert" class="refusal">
              {t.imports.tooLarge}
            </p>
          ) : (
            <Failure of={start.failure} />
          )}
          <div class="choices">
            <button
              type="button"
              class="first"
              disabled={start.busy || isBusy || chosen.preview === null}
              onClick={() => void start.run(chosen.file)}
            >
              {t.imports.start(list.name)}
            </button>
            <button type="button" disabled={start.busy} onClick={forget}>
              {t.state.cancel}
            </button>
            {isBusy && <span class="hint">{t.imports.inProgress}</span>}
          </div>
        </div>
      )}
    </>
  );
}

async function lookedAt(file: File): Promise<Chosen> {
  try {
    const beginning = new Uint8Array(await file.slice(0, LOOKED_AT).arrayBuffer());
    return { file, fault: null, preview: previewOf(beginning, file.size <= LOOKED_AT) };
  } catch (fault) {
    return { file, fault, preview: null };
  }
}

type Words = ReturnType<typeof useTexts>["t"]["imports"];

function faultWords(fault: unknown, t: Words): string {
  if (fault instanceof BadHeader) return t.headerFault(fault.fault);
  return fault instanceof BadFile ? t.noTable : t.unreadable;
}
