import { describeStatus } from "./status-table";

export class ConnectError extends Error {
  override readonly name = "ConnectError";
}

export class BindRejectedError extends Error {
  override readonly name = "BindRejectedError";
  constructor(readonly status: number) {
    super(`the carrier refused the bind with ${describeStatus(status)}`);
  }
}

export class SessionClosedError extends Error {
  override readonly name = "SessionClosedError";
  constructor(
    reason: string,
    /** Whether the request had been sent, so that its outcome is unknown. */
    readonly sent: boolean,
  ) {
    super(reason);
  }
}

export class ResponseTimeoutError extends Error {
  override readonly name = "ResponseTimeoutError";
  constructor() {
    super("the carrier did not respond in time");
  }
}
