import { useState } from "preact/hooks";
import { useTexts } from "../texts/language";
import { useScope } from "../service/signed-in";
import { useQuery } from "../service/use-query";
import { webAddress } from "./links";
import { Loading } from "./state";

interface Props {
  fileId: string;
  className?: string;
  /** Alternative text of the file. Default: the file's name. */
  altText?: string | undefined;
}

export function Media({ fileId, className = "", altText }: Props) {
  const { t } = useTexts();
  const canRead = useScope("files:read");
  return canRead ? (
    <ReadableMedia key={fileId} fileId={fileId} className={className} altText={altText} />
  ) : (
    <AbsentMedia className={className} altText={altText} reason={t.content.fileHidden} />
  );
}

function AbsentMedia({ reason, className, altText }: Omit<Props, "fileId"> & { reason: string }) {
  return (
    <p class={`media ${className}`}>
      {altText !== undefined && <span class="block">{altText}</span>}
      {reason}
    </p>
  );
}

function ReadableMedia({ fileId, className, altText }: Props) {
  const { t } = useTexts();
  const [isBroken, setBroken] = useState(false);
  const result = useQuery(fileId, async (recado) => {
    const [file, { url }] = await Promise.all([
      recado.files.get({ file_id: fileId }),
      recado.files.getDownloadUrl({ file_id: fileId }),
    ]);
    return { kind: file.kind, name: file.filename, url: webAddress(url) };
  });
  const file = result.value;
  const fail = () => setBroken(true);
  if (result.failure !== null || isBroken || file?.url === null) {
    return <AbsentMedia className={className} altText={altText} reason={t.content.fileUnavailable} />;
  }
  return (
    <div class={`media ${className}`}>
      {file === null && <Loading isLoading rows={1} />}
      {file?.kind === "image" && (
        <img src={file.url} alt={altText ?? file.name ?? t.content.picture} onError={fail} />
      )}
      {file?.kind === "video" && (
        <video
          src={file.url}
          controls
          preload="metadata"
          aria-label={altText ?? file.name ?? t.content.film}
          onError={fail}
        />
      )}
      {file?.kind === "audio" && (
        <audio
          src={file.url}
          controls
          preload="metadata"
          aria-label={file.name ?? t.content.recording}
          onError={fail}
        />
      )}
    </div>
  );
}
