import { describeStatus } from "./status-table";

export class ConnectFailed extends Error {
  override readonly name = "ConnectFailed";
}

export class BindRefused extends Error {
  override readonly name = "BindRefused";
  constructor(readonly status: number) {
    super(`the carrier refused the bind with ${describeStatus(status)}`);
  }
}

export class SessionOver extends Error {
  override readonly name = "SessionOver";
  constructor(
    reason: string,
    /** Whether the request had been sent, so that its outcome is unknown. */
    readonly sent: boolean,
  ) {
    super(reason);
  }
}

export class ResponseTimeout extends Error {
  override readonly name = "ResponseTimeout";
  constructor() {
    super("the carrier did not respond in time");
  }
}
