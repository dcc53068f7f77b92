import type { FileKind } from "../files/constraints";
import type { FieldProblem } from "../../platform/problem";
import type { Content } from "../../messaging/content";

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

type Uploaded = ReadonlyMap<string, { kind: FileKind }>;

function problemOf({ field, fileId, kinds }: MediaReference, uploaded: Uploaded): FieldProblem[] {
  const file = uploaded.get(fileId);
  if (file === undefined) return [{ field, message: "is not the id of an uploaded file" }];
  if (kinds.includes(file.kind)) return [];
  return [{ field, message: `must be a file of the kind ${kinds.join(" or ")}, not ${file.kind}` }];
}

/** What is wrong with the files that the content mentions, given those of them that are uploaded. */
export const checkMedia = (content: Content, uploaded: Uploaded): FieldProblem[] =>
  mediaReferences(content).flatMap((reference) => problemOf(reference, uploaded));

/** As `checkMedia`, for content whose files may be absent: which of those there stand where their kind cannot. */
export const checkMediaKinds = (content: Content, uploaded: Uploaded): FieldProblem[] =>
  mediaReferences(content)
    .filter(({ fileId }) => uploaded.has(fileId))
    .flatMap((reference) => problemOf(reference, uploaded));
