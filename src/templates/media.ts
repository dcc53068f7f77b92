import type { FileKind } from "../files/constraints";
import type { FieldProblem } from "../problem";
import type { Content } from "./content";

interface MediaReference {
  /** Where in the request it stands. */
  field: string;
  fileId: string;
  /** The kinds of file that can stand there. */
  kinds: readonly FileKind[];
}

/** Every mention of a file in the content, in reading order. */
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

/** What is wrong with the files that the content mentions, given those of them that are uploaded. */
export function checkMedia(
  content: Content,
  uploaded: ReadonlyMap<string, { kind: FileKind }>,
): FieldProblem[] {
  const absent = mediaReferences(content)
    .filter(({ fileId }) => !uploaded.has(fileId))
    .map(({ field }) => ({ field, message: "is not the id of an uploaded file" }));
  return [...absent, ...checkMediaKinds(content, uploaded)];
}

/** Which of the uploaded files stand where files of their kind cannot. */
export function checkMediaKinds(
  content: Content,
  uploaded: ReadonlyMap<string, { kind: FileKind }>,
): FieldProblem[] {
  return mediaReferences(content).flatMap(({ field, fileId, kinds }) => {
    const kind = uploaded.get(fileId)?.kind;
    if (kind === undefined || kinds.includes(kind)) return [];
    return [{ field, message: `must be a file of the kind ${kinds.join(" or ")}, not ${kind}` }];
  });
}
