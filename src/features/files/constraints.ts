import type { components } from "../../../generated/schema";
import { payloadTooLarge, unsupportedMediaType } from "../../platform/problem";
import { DAY } from "../../platform/time";

export type FileKind = components["schemas"]["FileKind"];
export type FileUsage = components["schemas"]["FileUsage"];
export type FileStatus = components["schemas"]["FileStatus"];

interface KindConstraint {
  kind: FileKind;
  contentTypes: readonly string[];
  maxSizeBytes: number;
}

const MIB = 1024 * 1024;

/** Formats that carriers and handsets support without conversion. A content type belongs to one kind. */
export const kindConstraints: readonly KindConstraint[] = [
  { kind: "audio", contentTypes: ["audio/mpeg", "audio/wav", "audio/ogg"], maxSizeBytes: 5 * MIB },
  { kind: "image", contentTypes: ["image/jpeg", "image/png", "image/gif"], maxSizeBytes: 2 * MIB },
  { kind: "video", contentTypes: ["video/mp4", "video/webm", "video/mpeg"], maxSizeBytes: 10 * MIB },
  { kind: "csv", contentTypes: ["text/csv"], maxSizeBytes: 50 * MIB },
];

export const usageKinds: Readonly<Record<FileUsage, readonly FileKind[]>> = {
  template_media: ["audio", "image", "video"],
  contact_import: ["csv"],
};

interface AnnouncedFile {
  usage: FileUsage;
  contentType: string;
  sizeBytes: number;
}

/** Throws 415 for a content type that the usage does not allow, and 413 for an excessive size. */
export function kindOf({ usage, contentType, sizeBytes }: AnnouncedFile): FileKind {
  const constraint = kindConstraints.find(({ contentTypes }) => contentTypes.includes(contentType));
  if (constraint === undefined) throw notAccepted(`${contentType} is not accepted`, "is not accepted");
  const { kind, maxSizeBytes } = constraint;
  if (!usageKinds[usage].includes(kind)) {
    throw notAccepted(`${contentType} is not accepted for ${usage}`, `is not accepted for ${usage}`);
  }
  if (sizeBytes > maxSizeBytes) {
    throw payloadTooLarge(`A file of the kind ${kind} may have at most ${maxSizeBytes} bytes`, [
      { field: "size_bytes", message: `must be <= ${maxSizeBytes}` },
    ]);
  }
  return kind;
}

const notAccepted = (message: string, reason: string) =>
  unsupportedMediaType(message, [{ field: "content_type", message: reason }]);

/** Time after an upload URL is issued during which the upload can be confirmed, in milliseconds. */
export const PENDING_LIFETIME_MS = DAY;
