// Generated from openapi/ by `npm run generate`. Edits are lost.

import type { OperationReply, OperationRequest } from "./binding";

/** Handlers of the operations of one tag. Failures are thrown, never returned. */
export interface FilesApi {
  /**
   * Confirm an upload
   *
   * `POST /files/{file_id}/confirm`
   *
   * Makes the file usable once its bytes have reached the storage. Before that the answer is 409 and the file
   * stays `pending`; confirm it again later. Confirming twice does no harm.
   */
  confirmFile(request: OperationRequest<"confirmFile">): Promise<OperationReply<"confirmFile">>;
  /**
   * Request an upload URL
   *
   * `POST /files/upload-url`
   *
   * Announces a file and answers with a URL that takes its bytes for 15 minutes. PUT them there without an
   * API key, with exactly the `Content-Type` and `Content-Length` that were announced, and then confirm the
   * file. Once the URL has run out, ask for a new one, which makes a new file; files that are never confirmed
   * are removed after a day, and tables of contacts 30 days after their last import, or when the operator of
   * the service has set.
   */
  createUploadUrl(request: OperationRequest<"createUploadUrl">): Promise<OperationReply<"createUploadUrl">>;
  /**
   * Delete a file
   *
   * `DELETE /files/{file_id}`
   *
   * Removes a file, its bytes and its URLs for good; one that is still `pending` takes no more bytes. While a
   * template, a campaign that is not completed, or an import that is not over needs it, the answer is 409.
   * Messages that carry it stay, but it can no longer be fetched for them, except from caches that hold it
   * already.
   */
  deleteFile(request: OperationRequest<"deleteFile">): Promise<OperationReply<"deleteFile">>;
  /**
   * Get a file
   *
   * `GET /files/{file_id}`
   *
   * Answers with what is known of a file, not with its bytes.
   */
  getFile(request: OperationRequest<"getFile">): Promise<OperationReply<"getFile">>;
  /**
   * Get file constraints
   *
   * `GET /files/constraints`
   *
   * Tells, for each kind of file, the content types and the largest size, and for each usage the kinds that
   * it admits. Read this at run time instead of building the numbers into a client.
   */
  getFileConstraints(
    request: OperationRequest<"getFileConstraints">,
  ): Promise<OperationReply<"getFileConstraints">>;
  /**
   * Request a download URL
   *
   * `GET /files/{file_id}/download-url`
   *
   * Answers with a URL for the bytes. That of media stays the same and does not run out, since carriers and
   * handsets fetch by it; that of a `csv` file works for a short time only. A file that is still `pending` is
   * answered with 409.
   */
  getFileDownloadUrl(
    request: OperationRequest<"getFileDownloadUrl">,
  ): Promise<OperationReply<"getFileDownloadUrl">>;
  /**
   * List files
   *
   * `GET /files`
   *
   * Answers with the files of the account, newest first.
   */
  listFiles(request: OperationRequest<"listFiles">): Promise<OperationReply<"listFiles">>;
}
