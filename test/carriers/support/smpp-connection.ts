import { pino } from "pino";
import type {
  AddressedInbound,
  Carrier,
  DeliveryReport,
  ReferenceReport,
  Submission,
} from "../../../src/carriers/carrier";
import type { CarrierDeps } from "../../../src/carriers/kind";
import type { GivenSettings } from "../../../src/carriers/settings";
import { smppKind } from "../../../src/carriers/smpp/smpp";
import { connectionOf, submissionOf } from "./connection";

type SmppConnection = Parameters<typeof smppKind.open>[0];

export const PERSON = "+5511987654321";
export const SHORT_CODE = "27000";

export const logged: string[] = [];

export const deps = (): CarrierDeps => ({
  clock: { now: () => Date.UTC(2026, 0, 31, 12) },
  log: pino({ level: "debug" }, { write: (line: string) => void logged.push(line) }),
  callbackUrl: "http://127.0.0.1/carriers/smpp",
  media: () => Promise.reject(new Error("no media")),
});

export function connectionTo(
  port: number,
  given: GivenSettings = {},
  {
    window = 10,
    timeout_seconds = 5,
    tls_ca,
  }: { window?: number; timeout_seconds?: number; tls_ca?: string } = {},
): SmppConnection {
  const connection = connectionOf(
    smppKind,
    { host: "127.0.0.1", port, system_id: "recado", ...given },
    { password: "s3cret", ...(tls_ca ? { tls_ca } : {}) },
  );
  return { ...connection, settings: { ...connection.settings, window, timeout_seconds } };
}

let messages = 0;
export const sms = (text: string, given: Partial<Submission> = {}): Submission =>
  submissionOf({
    messageId: `00000000-0000-7000-8000-${String(++messages).padStart(12, "0")}`,
    from: SHORT_CODE,
    to: PERSON,
    content: { type: "text", text },
    ...given,
  });

export interface Running {
  carrier: Carrier;
  reports: (DeliveryReport | ReferenceReport)[];
  inbound: AddressedInbound[];
  /** Test hook that runs before reports or inbound messages are stored. */
  storing: () => Promise<void>;
  submit(...messages: Submission[]): ReturnType<Carrier["submit"]>;
}

export async function started(connection: SmppConnection, before?: Running): Promise<Running> {
  const running: Running = {
    carrier: smppKind.open(connection, deps(), before?.carrier),
    reports: [],
    inbound: [],
    storing: async () => {},
    submit: (...some) => running.carrier.submit(some, new AbortController().signal),
  };
  await running.carrier.start(
    async (some) => {
      await running.storing();
      running.reports.push(...some);
    },
    async (some) => {
      await running.storing();
      running.inbound.push(...(some as AddressedInbound[]));
    },
  );
  return running;
}
