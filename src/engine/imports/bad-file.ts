/** A file that cannot be imported at all. Its message, one or two sentences, is what the account reads. */
export class BadFile extends Error {
  override readonly name = "BadFile";
}
