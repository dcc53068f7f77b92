import { useLayoutEffect, useRef } from "preact/hooks";
import type { FileKind } from "../../../../client";
import { Upload } from "../../../design/upload";
import { useTexts } from "../texts/language";
import { Failure } from "../parts/state";
import { Media } from "../parts/content";
import { useMutation, useScope, useScopedQuery } from "../service/hooks";
import { useFault } from "./fields";
import { FaultText } from "../parts/form";

interface Props {
  label: string;
  path: string;
  /** Id of the chosen file; empty for none. */
  fileId: string;
  kinds: readonly FileKind[];
  onFile(fileId: string): void;
  /** Called to remove the file; absent for a required file. */
  onRemove?(): void;
}

/** Shows a file input that uploads a file as soon as the user chooses it. */
export function FileChoice({ label, path, fileId, kinds, onFile, onRemove }: Props) {
  const { t, format } = useTexts();
  const fault = useFault(path);
  const mayUpload = useScope("files:write");
  const limits = useScopedQuery({
    scope: "files:read",
    key: "constraints",
    none: [],
    load: async ({ files }) => (await files.getConstraints()).kinds,
  });
  // When an upload ends, it calls the latest callback, because the callback from its start would undo later
  // input. A removed field has no callback, so the upload does not restore the field.
  const latest = useRef<Props["onFile"] | null>(null);
  latest.current = onFile;
  useLayoutEffect(() => () => void (latest.current = null), []);
  const upload = useMutation(
    (recado, file: File) => recado.files.upload({ data: file, usage: "template_media" }),
    ({ id }) => latest.current?.(id),
  );
  const accepted = (limits.value ?? []).filter(({ kind }) => kinds.includes(kind));
  const words = accepted.map(({ kind, max_size_bytes }) =>
    t.templates.upTo(t.templates.kinds[kind], format.bytes(max_size_bytes)),
  );
  return (
    <div class="file-choice">
      {fileId !== "" && <Media fileId={fileId} className="short" />}
      {mayUpload ? (
        <>
          <Upload
            label={label}
            hint={upload.busy ? t.imports.uploading : words.join(" · ") || undefined}
            accept={accepted.flatMap(({ content_types }) => content_types).join(",")}
            disabled={upload.busy}
            onFile={(file) => void upload.run(file)}
          />
          <FaultText of={fault} />
        </>
      ) : (
        <p class="hint">{t.templates.noUpload}</p>
      )}
      <Failure of={upload.failure} />
      {fileId !== "" && onRemove && (
        <button type="button" class="btn btn-sm" onClick={onRemove}>
          {t.templates.removeFile}
        </button>
      )}
    </div>
  );
}
