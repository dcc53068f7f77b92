/** Error that ends the check with a one-line message for the user. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Error that ends a run after an interruption by the user. */
export class RunInterruptedError extends Error {
  override readonly name = "RunInterruptedError";
}

/** Error that ends a run after a timeout or a failure of the service or Prism. The message says which. */
export class RunAbortedError extends RunInterruptedError {}
