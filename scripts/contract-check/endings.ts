/** Ends the check with a one-line message for the user. */
export class CannotCheck extends Error {
  override readonly name = "CannotCheck";
}

/** Ends the run because the user interrupted it. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
}

/** Ends the run because of a timeout or a failing service or Prism. The message says which. */
export class EndedEarly extends Interrupted {}
