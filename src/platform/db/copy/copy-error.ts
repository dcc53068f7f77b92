/** The copy cannot start, or has failed and left the target empty. The message is for the operator. */
export class CopyError extends Error {
  override readonly name = "CopyError";
}
