import { describeStatus } from "./status-table";

/** The carrier was not reached, or did not answer the bind. */
export class ConnectFailed extends Error {
  override readonly name = "ConnectFailed";
}

/** The carrier was reached and does not let us in. */
export class BindRefused extends Error {
  override readonly name = "BindRefused";
  constructor(readonly status: number) {
    super(`the carrier refused the bind with ${describeStatus(status)}`);
  }
}

/** The connection ended before the answer came. */
export class SessionOver extends Error {
  override readonly name = "SessionOver";
  constructor(
    reason: string,
    /** Whether the request had gone out by then. */
    readonly sent: boolean,
  ) {
    super(reason);
  }
}

/** The time for an answer is over. */
export class NotAnswered extends Error {
  override readonly name = "NotAnswered";
  constructor() {
    super("it did not answer in time");
  }
}
