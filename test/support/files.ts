import { randomUUID } from "node:crypto";
import type { components } from "../../generated/schema";
import { insertFile } from "../../src/features/files/files.store";
import type { TestService } from "./service";

type FileKind = components["schemas"]["FileKind"];

const TYPES = { audio: "audio/ogg", image: "image/png", video: "video/mp4", csv: "text/csv" };

export interface FileOptions {
  accountId?: string;
  status?: "pending" | "uploaded";
}

/** Stores a file record without bytes: by default uploaded and of the first account. */
export async function storedFile(
  { app, db, clock, accountId }: TestService,
  kind: FileKind,
  options: FileOptions = {},
): Promise<string> {
  const id = app.ids.next();
  const { status = "uploaded" } = options;
  await insertFile(db, {
    id,
    kind,
    status,
    sizeBytes: 1,
    filename: null,
    contentType: TYPES[kind],
    accountId: options.accountId ?? accountId,
    usage: kind === "csv" ? "contact_import" : "template_media",
    downloadToken: randomUUID(),
    createdAt: clock.now(),
    uploadedAt: status === "uploaded" ? clock.now() : null,
  });
  return id;
}
