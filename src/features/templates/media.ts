import type { FileKind } from "../files/constraints";
import type { FieldProblem } from "../../platform/problem";
import type { Content } from "../../messaging/content";
import { cardsOf } from "../../messaging/content-parts";

interface MediaReference {
  field: string;
  fileId: string;
  kinds: readonly FileKind[];
}

function mediaReferences(content: Content): MediaReference[] {
  if (content.type === "audio")
    return [{ field: "content.file_id", fileId: content.file_id, kinds: ["audio"] }];
  return cardsOf(content).flatMap(({ path, card: { media } }) =>
    media === undefined
      ? []
      : [
          {
            field: `content.${path}.media.file_id`,
            fileId: media.file_id,
            kinds: ["image", "video"] as const,
          },
        ],
  );
}

type Uploaded = ReadonlyMap<string, { kind: FileKind }>;

function problemOf({ field, fileId, kinds }: MediaReference, uploaded: Uploaded): FieldProblem[] {
  const file = uploaded.get(fileId);
  if (file === undefined) return [{ field, message: "is not the id of an uploaded file" }];
  if (kinds.includes(file.kind)) return [];
  return [{ field, message: `must be a file of the kind ${kinds.join(" or ")}, not ${file.kind}` }];
}

/** Reports files that are not in `uploaded`, and files of the wrong kind. */
export const checkMedia = (content: Content, uploaded: Uploaded): FieldProblem[] =>
  mediaReferences(content).flatMap((reference) => problemOf(reference, uploaded));

/** Reports files of the wrong kind, such as a video as a recording. Ignores files not in `uploaded`. */
export const checkMediaKinds = (content: Content, uploaded: Uploaded): FieldProblem[] =>
  mediaReferences(content)
    .filter(({ fileId }) => uploaded.has(fileId))
    .flatMap((reference) => problemOf(reference, uploaded));
