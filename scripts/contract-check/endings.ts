/** Error that ends the check with a one-line message for the user. */
export class CannotCheck extends Error {
  override readonly name = "CannotCheck";
}

/** Error that ends a run after an interruption by the user. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
}

/** Error that ends a run after a timeout or a failure of the service or Prism. The message says which. */
export class EndedEarly extends Interrupted {}
