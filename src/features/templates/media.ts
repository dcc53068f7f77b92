import type { FileKind } from "../files/constraints";
import type { FieldProblem } from "../../platform/problem";
import type { Content } from "../../messaging/content";

interface MediaReference {
  field: string;
  fileId: string;
  /** File kinds that the field allows. */
  kinds: readonly FileKind[];
}

function mediaReferences(content: Content): MediaReference[] {
  if (content.type === "audio")
    return [{ field: "content.file_id", fileId: content.file_id, kinds: ["audio"] }];
  const cards =
    content.type === "card"
      ? [{ path: "content.card", card: content.card }]
      : content.type === "carousel"
        ? content.cards.map((card, index) => ({ path: `content.cards[${index}]`, card }))
        : [];
  return cards.flatMap(({ path, card: { media } }) =>
    media === undefined
      ? []
      : [{ field: `${path}.media.file_id`, fileId: media.file_id, kinds: ["image", "video"] as const }],
  );
}

type Uploaded = ReadonlyMap<string, { kind: FileKind }>;

function problemOf({ field, fileId, kinds }: MediaReference, uploaded: Uploaded): FieldProblem[] {
  const file = uploaded.get(fileId);
  if (file === undefined) return [{ field, message: "is not the id of an uploaded file" }];
  if (kinds.includes(file.kind)) return [];
  return [{ field, message: `must be a file of the kind ${kinds.join(" or ")}, not ${file.kind}` }];
}

/** Returns the problems of the content's files. `uploaded` has the files that exist. */
export const checkMedia = (content: Content, uploaded: Uploaded): FieldProblem[] =>
  mediaReferences(content).flatMap((reference) => problemOf(reference, uploaded));

/** Returns the problems of the content's files, like `checkMedia`, but ignores missing files. */
export const checkMediaKinds = (content: Content, uploaded: Uploaded): FieldProblem[] =>
  mediaReferences(content)
    .filter(({ fileId }) => uploaded.has(fileId))
    .flatMap((reference) => problemOf(reference, uploaded));
