import { describeStatus } from "./status-table";

/** The carrier was unreachable, or did not respond to the bind. */
export class ConnectFailed extends Error {
  override readonly name = "ConnectFailed";
}

/** The carrier was reached and refused the bind. */
export class BindRefused extends Error {
  override readonly name = "BindRefused";
  constructor(readonly status: number) {
    super(`the carrier refused the bind with ${describeStatus(status)}`);
  }
}

/** The connection ended before the response arrived. */
export class SessionOver extends Error {
  override readonly name = "SessionOver";
  constructor(
    reason: string,
    /** Whether the request had been sent. */
    readonly sent: boolean,
  ) {
    super(reason);
  }
}

/** The response did not arrive in time. */
export class NotAnswered extends Error {
  override readonly name = "NotAnswered";
  constructor() {
    super("it did not answer in time");
  }
}
