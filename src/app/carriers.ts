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

export { SANDBOX_FACTS } from "../carriers/sandbox/sandbox";

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

type Deps = Pick<App, "config" | "db" | "clock" | "log" | "mediaSecret">;

function sandboxOf(deps: Deps): Carrier {
  const { config, clock, log } = deps;
  const onError = (error: unknown) => log.error({ err: error }, "failed to store the sandbox's reports");
  return sandboxCarrier({ clock, media: mediaLookup(deps), delayMs: config.sandboxDelayMs, onError });
}

const carrierDepsOf =
  (deps: Deps) =>
  (connection: string): CarrierDeps => ({
    clock: deps.clock,
    log: deps.log.child({ carrier: connection }) as Logger,
    callbackUrl: callbackUrlOf(deps.config, connection),
    media: mediaLookup(deps),
  });

const mediaLookup =
  ({ config, db, clock, mediaSecret }: Deps): CarrierDeps["media"] =>
  async (accountId, fileId) => {
    const file = await findFile(db, accountId, fileId);
    if (file === null) return null;
    const { contentType, sizeBytes } = file;
    const url = config.publicUrl + carrierMediaPath(file, mediaSecret, clock.now());
    return { url, contentType, sizeBytes };
  };

export const liveConnections = (deps: Deps & Pick<App, "secrets">): LiveConnections =>
  new LiveConnections(deps, carrierKinds, [sandboxOf(deps)], carrierDepsOf(deps));

export const carrierSinks = (app: App): CarrierSinks => ({
  reportsFrom: (carrier) => app.deliveryReports.from(carrier),
  inboundFrom: (carrier) => inboundSink(app, carrier),
});
