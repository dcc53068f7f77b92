import pino from "pino";
import { callbackUrlOf } from "../app/carriers";
import type { Carrier } from "../carriers/carrier";
import type { CarrierKind, CarrierDeps } from "../carriers/kind";
import { SettingError } from "../carriers/settings";
import type { Channel } from "../messaging/channel";
import { openedConnection } from "../features/connections/connection";
import {
  findConnection,
  listConnections,
  type StoredConnection,
} from "../features/connections/connections.store";
import { CommandError, type ErrorClass } from "./errors";
import type { CarrierFacts, Session } from "./session";

export function kindOf({ kinds }: Pick<Session, "kinds">, name: string): CarrierKind {
  const kind = kinds.get(name);
  if (kind) return kind;
  throw new CommandError(`Unknown kind "${name}"; known kinds: ${[...kinds.keys()].join(", ")}`);
}

export async function connectionNamed({ db }: Pick<Session, "db">, name: string): Promise<StoredConnection> {
  const found = await findConnection(db, name);
  if (found) return found;
  throw new CommandError(
    `The connection "${name}" does not exist; "npm run recado -- carriers list" lists all connections`,
  );
}

/** Runs `work`; a `SettingError` becomes an `InvalidSetting` with the same message. */
export async function settled<T>(
  work: () => T | Promise<T>,
  InvalidSetting: ErrorClass = CommandError,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SettingError) throw new InvalidSetting(error.message);
    throw error;
  }
}

/** Returns a carrier's dependencies within a command. Commands send no messages, so `media` rejects. */
export function carrierDepsOf(
  { config, clock }: Pick<Session, "config" | "clock">,
  name: string,
): CarrierDeps {
  return {
    clock,
    log: pino({ level: "silent" }),
    callbackUrl: callbackUrlOf(config, name),
    media: () => Promise.reject(new Error("a command sends no files")),
  };
}

/** Returns the carrier of a connection, for its properties. A carrier connects only in `start`. */
async function openCarrier(session: Session, stored: StoredConnection): Promise<Carrier> {
  const kind = kindOf(session, stored.kind);
  const connection = openedConnection(kind, await session.secrets(), stored);
  return kind.open(connection, carrierDepsOf(session, stored.name));
}

interface SenderCarrier extends CarrierFacts {
  takesAddress(channel: Channel, address: string): boolean;
}

/** Returns the named carrier. Throws if the carrier does not exist or does not support the channel. */
export async function carrierFor(session: Session, name: string, channel: Channel): Promise<SenderCarrier> {
  const builtIn = session.builtInCarriers.find((one) => one.name === name);
  const carrier = builtIn ? { ...builtIn, takesAddress: () => false } : await connectedCarrier(session, name);
  if (carrier.channels.includes(channel)) return carrier;
  throw new CommandError(
    `The carrier ${name} does not support ${channel}; it supports ${carrier.channels.join(", ")}`,
  );
}

async function connectedCarrier(session: Session, name: string): Promise<SenderCarrier> {
  const stored = await findConnection(session.db, name);
  if (stored === null) {
    const connections = (await listConnections(session.db)).map((one) => one.name);
    const all = [...session.builtInCarriers.map((one) => one.name), ...connections];
    throw new CommandError(`The carrier "${name}" does not exist; existing carriers: ${all.join(", ")}`);
  }
  const carrier = await settled(() => openCarrier(session, stored));
  const { channels, defaultMaxPerSecond } = carrier;
  await carrier.stop();
  const takesAddress = (channel: Channel, address: string) =>
    session.kinds.get(stored.kind)?.takesAddress?.(channel, address) ?? false;
  return { name, channels, defaultMaxPerSecond, takesAddress };
}
