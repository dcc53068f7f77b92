import pino from "pino";
import type { DeliveryReport, ReferenceReport, Submission } from "../../../src/carriers/carrier";
import type { AsteriskConnection } from "../../../src/carriers/asterisk/ari";
import type { CarrierDeps } from "../../../src/carriers/kind";
import { systemClock } from "../../../src/platform/time";

export const connectionTo = (
  url: string,
  settings: Partial<AsteriskConnection["settings"]> = {},
  password = "secret",
): AsteriskConnection => ({
  name: "voz",
  token: "t".repeat(43),
  secrets: { password },
  settings: {
    url,
    username: "recado",
    app: "recado",
    endpoint: "Local/{number}@out",
    ring_seconds: 5,
    window: 10,
    timeout_seconds: 10,
    max_per_second: null,
    ...settings,
  },
});

/** Returns the dependencies of a carrier, and its log lines. A file's id is the URL of the audio. */
export function depsWithLog(contentType = "audio/wav"): {
  deps: CarrierDeps;
  lines: Record<string, unknown>[];
} {
  const lines: Record<string, unknown>[] = [];
  const log = pino(
    { level: "info" },
    { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
  );
  const deps: CarrierDeps = {
    clock: systemClock,
    log,
    callbackUrl: "https://recado.example/carriers/voz",
    media: async (_account, fileId) => ({ url: fileId, contentType, sizeBytes: 1_000 }),
  };
  return { deps, lines };
}

let calls = 0;
const newId = () => `01890a5d-ac96-774b-bcce-${String(++calls).padStart(12, "0")}`;

export const voiceTo = (to: string, audio: string, messageId = newId()): Submission => ({
  accountId: "01890a5d-0000-7000-8000-000000000001",
  messageId,
  channel: "voice",
  from: "+551140001000",
  to,
  content: { type: "audio", file_id: audio },
  segments: null,
  attempt: 0,
  purpose: "transactional",
});

/** Returns a sink that collects the reports that have a reference. */
export function reportSink() {
  const reports: ReferenceReport[] = [];
  return {
    reports,
    sink: async (some: readonly (DeliveryReport | ReferenceReport)[]) => {
      reports.push(...some.filter((one): one is ReferenceReport => "reference" in one));
    },
    of: (messageId: string) => reports.filter(({ reference }) => reference === `recado-${messageId}`),
  };
}
