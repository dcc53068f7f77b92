// Generated from openapi/ by `npm run generate`. Edits are lost.

import type { OperationReply, OperationRequest } from "./binding";

/** Handlers of the operations of one tag. Failures are thrown, never returned. */
export interface FilesApi {
  /**
   * Confirm a file
   *
   * `POST /files/{file_id}/confirm`
   *
   * Marks a file as `uploaded` after its bytes have reached the storage, so that templates and imports can
   * use it. Returns 409 while the bytes are missing; the file stays `pending` and can be confirmed later,
   * within 24 hours after its upload URL was created. Confirming a file twice has no further effect.
   */
  confirmFile(request: OperationRequest<"confirmFile">): Promise<OperationReply<"confirmFile">>;
  /**
   * Create an upload URL
   *
   * `POST /files/upload-url`
   *
   * Creates a `pending` file and returns a URL that accepts its bytes for 15 minutes. PUT the bytes to this
   * URL without an API key, with exactly the `Content-Type` and `Content-Length` of the request, then confirm
   * the file. An expired URL cannot be renewed: create another one, which creates another file.
   *
   * The service removes files that were not confirmed within 24 hours. It removes a CSV file of contacts 30
   * days after its last import, or after its upload if it was never imported, unless the operator has set
   * another time.
   */
  createUploadUrl(request: OperationRequest<"createUploadUrl">): Promise<OperationReply<"createUploadUrl">>;
  /**
   * Delete a file
   *
   * `DELETE /files/{file_id}`
   *
   * Deletes a file, its bytes and its URLs; a `pending` file can no longer be uploaded. Returns 409 while a
   * template, a campaign that is not completed, a scheduled message that is `pending`, or an import that has
   * not ended uses the file. Other messages with the file are kept, but their recipients can then load it
   * only from caches.
   */
  deleteFile(request: OperationRequest<"deleteFile">): Promise<OperationReply<"deleteFile">>;
  /**
   * Get a file
   *
   * `GET /files/{file_id}`
   *
   * Returns the metadata of a file, without its bytes.
   */
  getFile(request: OperationRequest<"getFile">): Promise<OperationReply<"getFile">>;
  /**
   * Get file constraints
   *
   * `GET /files/constraints`
   *
   * Returns the content types and the maximum size for each kind of file, and the kinds that each usage
   * accepts. Read them at run time instead of copying the numbers into a client.
   */
  getFileConstraints(
    request: OperationRequest<"getFileConstraints">,
  ): Promise<OperationReply<"getFileConstraints">>;
  /**
   * Get a file\'s download URL
   *
   * `GET /files/{file_id}/download-url`
   *
   * Returns a URL that serves the file's bytes without an API key. The URL of a media file is stable and
   * never expires, because carriers and handsets fetch media by it. The URL of a `csv` file expires after 15
   * minutes. Returns 409 while the file is `pending`.
   */
  getFileDownloadUrl(
    request: OperationRequest<"getFileDownloadUrl">,
  ): Promise<OperationReply<"getFileDownloadUrl">>;
  /**
   * List files
   *
   * `GET /files`
   *
   * Returns the files of the account, newest first.
   */
  listFiles(request: OperationRequest<"listFiles">): Promise<OperationReply<"listFiles">>;
}
