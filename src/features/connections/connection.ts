import { DEFAULT_DEADLINE_MS, DEFAULT_WINDOW } from "../../carriers/carrier";
import type { CarrierKind, Connection } from "../../carriers/kind";
import { completeSecrets, completeSettings, SettingError, type SettingSpecs } from "../../carriers/settings";
import type { SecretBox } from "../../platform/secrets/secret-box";
import { openSecrets, type StoredConnection } from "./connections.store";

export type CarrierKinds = ReadonlyMap<string, CarrierKind>;

/** Name of the built-in connection, which needs no account with a carrier and no network. */
export const SANDBOX = "sandbox";

/** Pattern of connection names, which are part of URLs and metrics. */
export const NAME = /^[a-z0-9][a-z0-9-]{0,62}$/;
export const NAME_FORM = "1 to 63 characters of a-z, 0-9 and -, and begin with a letter or digit";

const SECOND = 1_000;

const commonSettings = ({ window = DEFAULT_WINDOW }: Pick<CarrierKind, "window">) =>
  ({
    window: {
      type: "integer",
      default: window,
      minimum: 1,
      maximum: 1_000,
      description: "submissions in flight per process, 1 to 1,000",
    },
    timeout_seconds: {
      type: "integer",
      default: DEFAULT_DEADLINE_MS / SECOND,
      minimum: 1,
      maximum: 300,
      description: "seconds that a submission may take, 1 to 300; then it is not known whether it was taken",
    },
    max_per_second: {
      type: "integer",
      optional: true,
      minimum: 1,
      maximum: 100_000,
      description:
        "messages a second over all its senders, 1 to 100,000; without: as fast as the senders are",
    },
  }) as const satisfies SettingSpecs;

export const settingsOf = (kind: CarrierKind): SettingSpecs => ({
  ...kind.settings,
  ...commonSettings(kind),
});

/** Validates and completes the settings of a connection; throws a `SettingError` with a one-line message. */
export function connectionOf(
  kind: CarrierKind,
  name: string,
  given: Pick<StoredConnection, "settings"> & { secrets: Readonly<Record<string, string>>; token: string },
): Connection {
  const settings = completeSettings(settingsOf(kind), given.settings) as unknown as Connection["settings"];
  const connection: Connection = {
    name,
    settings,
    secrets: completeSecrets(kind.secrets, given.secrets),
    token: given.token,
  };
  const problem = kind.check?.(connection) ?? null;
  if (problem !== null) throw new SettingError(problem);
  return connection;
}

export const openedConnection = (kind: CarrierKind, box: SecretBox, stored: StoredConnection): Connection =>
  connectionOf(kind, stored.name, { settings: stored.settings, ...openSecrets(box, stored) });
