import { pino } from "pino";
import type { Submission } from "../../../src/carriers/carrier";
import type {
  Callback,
  CallbackReader,
  CarrierKind,
  CarrierDeps,
  Connection,
  Received,
} from "../../../src/carriers/kind";
import {
  completeSecrets,
  completeSettings,
  type GivenSettings,
  type SecretSpecs,
  type SettingSpecs,
} from "../../../src/carriers/settings";
import { testClock } from "../../support/clock";

/** Returns a connection like one that the command `carriers add` has stored. */
export function connectionOf<S extends SettingSpecs, X extends SecretSpecs>(
  kind: CarrierKind<S, X>,
  given: GivenSettings,
  secrets: Readonly<Record<string, string>>,
): Connection<S, X> {
  return {
    name: "mine",
    settings: {
      ...completeSettings(kind.settings, given),
      window: 4,
      timeout_seconds: 35,
      max_per_second: null,
    },
    secrets: completeSecrets(kind.secrets, secrets),
    token: "q".repeat(43),
  };
}

/** Returns the dependencies that a carrier receives. Files are images unless their id is an audio type. */
export const carrierDeps = (given: Partial<CarrierDeps> = {}): CarrierDeps => ({
  clock: testClock(),
  log: pino({ level: "silent" }),
  callbackUrl: "https://recado.example/carriers/mine",
  media: async (_, fileId) => ({
    url: `https://recado.example/media/${fileId}`,
    contentType: fileId.startsWith("audio/") ? fileId : "image/png",
    sizeBytes: 1_024,
  }),
  ...given,
});

/** Returns an SMS as dispatch submits it, unless fields are given. */
export const submissionOf = (given: Partial<Submission> = {}): Submission => ({
  accountId: "a1",
  messageId: "01890a5d-ac96-774b-bcce-b302099a8057",
  channel: "sms",
  purpose: "transactional",
  from: "27000",
  to: "+5511987654321",
  content: { type: "text", text: "Oi" },
  segments: 1,
  attempt: 0,
  ...given,
});

export const callbackOf = (given: Partial<Callback> = {}): Callback => ({
  method: "POST",
  path: "/",
  token: null,
  url: "https://recado.example/carriers/mine",
  query: new URLSearchParams(),
  headers: { "content-type": "application/json" },
  body: Buffer.alloc(0),
  ...given,
});

/** Checks URL and headers of a callback before it reads the body, like the service. */
export async function receive(
  reader: CallbackReader | null | undefined,
  callback: Callback,
): Promise<Received> {
  if (!reader) throw new Error("this kind receives no callbacks");
  reader.admit(callback);
  return reader.read(callback);
}
