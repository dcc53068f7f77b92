import type { Logger } from "pino";
import { asteriskKind } from "../carriers/asterisk/asterisk";
import type { Carrier } from "../carriers/carrier";
import { googleRcsKind } from "../carriers/google-rcs/google-rcs";
import { httpKind } from "../carriers/http/http";
import type { CarrierKind, CarrierDeps } from "../carriers/kind";
import { sandboxCarrier } from "../carriers/sandbox/sandbox";
import { smppKind } from "../carriers/smpp/smpp";
import { twilioKind } from "../carriers/twilio/twilio";
import { zenviaKind } from "../carriers/zenvia/zenvia";
import { inboundSink } from "../features/inbound/inbound-sink";
import { type CarrierSinks, LiveConnections } from "../features/connections/live-connections";
import { carrierMediaPath } from "../features/files/carrier-media";
import { findFile } from "../features/files/files.store";
import type { CarrierKinds } from "../features/connections/connection";
import type { App } from "./app";
import type { Config } from "./config";

const KINDS = [
  httpKind,
  zenviaKind,
  smppKind,
  googleRcsKind,
  twilioKind,
  asteriskKind,
] as unknown as readonly CarrierKind[];

/** All carrier kinds except the sandbox, which needs no connection. */
export const carrierKinds: CarrierKinds = new Map(KINDS.map((kind) => [kind.name, kind]));

export const callbackUrlOf = ({ publicUrl }: Pick<Config, "publicUrl">, connection: string) =>
  `${publicUrl}/carriers/${connection}`;

export function sandboxOf(
  { clock, log }: Pick<App, "clock" | "log">,
  { sandboxDelayMs }: Pick<Config, "sandboxDelayMs">,
): Carrier {
  const onError = (error: unknown) => log.error({ err: error }, "failed to store the sandbox's reports");
  return sandboxCarrier({ clock, delayMs: sandboxDelayMs, onError });
}

const carrierDepsOf =
  ({ config, db, clock, log, mediaSecret }: Pick<App, "config" | "db" | "clock" | "log" | "mediaSecret">) =>
  (connection: string): CarrierDeps => ({
    clock,
    log: log.child({ carrier: connection }) as Logger,
    callbackUrl: callbackUrlOf(config, connection),
    async media(accountId, fileId) {
      const file = await findFile(db, accountId, fileId);
      if (file === null) return null;
      const { contentType, sizeBytes } = file;
      const url = config.publicUrl + carrierMediaPath(file, mediaSecret, clock.now());
      return { url, contentType, sizeBytes };
    },
  });

export const liveConnections = (
  deps: Pick<App, "config" | "db" | "clock" | "log" | "secrets" | "mediaSecret">,
): LiveConnections =>
  new LiveConnections(deps, carrierKinds, [sandboxOf(deps, deps.config)], carrierDepsOf(deps));

export const carrierSinks = (app: App): CarrierSinks => ({
  reportsFrom: (carrier) => app.deliveryReports.from(carrier),
  inboundFrom: (carrier) => inboundSink(app, carrier),
});
