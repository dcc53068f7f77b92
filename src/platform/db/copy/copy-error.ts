/** Error of a copy that cannot start, or that failed and was rolled back. The message is for the operator. */
export class CopyError extends Error {
  override readonly name = "CopyError";
}
