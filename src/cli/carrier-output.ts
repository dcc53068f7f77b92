import { callbackUrlOf } from "../app/carriers";
import type { CarrierKind, Connection } from "../carriers/kind";
import type { SettingSpec } from "../carriers/settings";
import { toTimestamp, toTimestampOrNull } from "../platform/time";
import { openedConnection, SANDBOX, settingsOf } from "../features/connections/connection";
import type { StoredConnection } from "../features/connections/connections.store";
import { kindOf, settled } from "./carrier-connections";
import { type Cell, fields, type Output } from "./output";
import type { Session } from "./session";

export const sandboxJson = ({ builtInCarriers: [sandbox] }: Pick<Session, "builtInCarriers">) => ({
  name: SANDBOX,
  kind: SANDBOX,
  channels: sandbox?.channels ?? [],
  settings: {},
  secrets: [],
  paused_at: null,
});

export function sandboxShown(session: Session): Output {
  const json = { ...sandboxJson(session), callbacks: [] };
  const lines: [string, Cell][] = [
    ["name", json.name],
    ["kind", json.kind],
    ["channels", json.channels.join(", ")],
  ];
  return { json: { ...json, notes: [] }, text: fields(lines) };
}

export function kindsOutput(session: Pick<Session, "kinds" | "builtInCarriers">): Output {
  const { kind: name, channels } = sandboxJson(session);
  const summary = "delivers no messages to phones; always exists and has no settings";
  const sandbox = { kind: name, summary, channels, settings: [], secrets: [] };
  const others = [...session.kinds.values()].map((kind) => ({
    kind: kind.name,
    summary: kind.summary,
    channels: kind.channels,
    settings: Object.entries(settingsOf(kind)).map(([name, spec]) => ({
      name,
      type: spec.type,
      default: defaultOf(spec),
      required: !spec.optional && spec.default === undefined,
      ...rangeOf(spec),
      description: spec.description,
    })),
    secrets: Object.entries(kind.secrets).map(([name, spec]) => ({
      name,
      required: !spec.optional,
      description: spec.description,
    })),
  }));
  const all: KindDetails[] = [sandbox, ...others];
  const text = all.map(({ kind, summary, channels, settings, secrets }) =>
    [
      `${kind} (${channels.join(", ")}): ${summary}`,
      ...settings.map(
        (one) => `  --set ${one.name}=${one.choices?.join("|") ?? "…"} ${hintOf(one)}  ${one.description}`,
      ),
      ...secrets.map(
        (one) => `  --secret ${one.name}=… ${one.required ? "(required)" : ""}  ${one.description}`,
      ),
    ].join("\n"),
  );
  return { json: all, text: text.join("\n\n") };
}

interface KindDetails {
  kind: string;
  summary: string;
  channels: readonly string[];
  settings: readonly (ReturnType<typeof rangeOf> & {
    name: string;
    type: string;
    default: string | number | boolean | null;
    required: boolean;
    description: string;
  })[];
  secrets: readonly { name: string; required: boolean; description: string }[];
}

const rangeOf = (spec: SettingSpec): { choices?: readonly string[]; minimum?: number; maximum?: number } => {
  switch (spec.type) {
    case "choice":
      return { choices: spec.choices };
    case "integer":
      return { minimum: spec.minimum, maximum: spec.maximum };
    default:
      return {};
  }
};

const defaultOf = (spec: SettingSpec): string | number | boolean | null => spec.default ?? null;
const hintOf = (one: { required: boolean; default: Cell }) =>
  one.required ? "(required)" : one.default === null ? "" : `(${String(one.default)})`;

/** Returns the connection's channels: those of its setting `channels`, else all channels of its kind. */
function channelsOf(kind: CarrierKind | undefined, { channels: chosen }: Readonly<Record<string, Cell>>) {
  const channels = kind?.channels ?? [];
  return typeof chosen === "string" ? channels.filter((one) => chosen.split(",").includes(one)) : channels;
}

/** Returns a connection with the names of its secrets, without the values. */
export function connectionJson(session: Session, stored: StoredConnection) {
  const kind = session.kinds.get(stored.kind);
  const { name, revision } = stored;
  const defaults = Object.entries(kind ? settingsOf(kind) : {}).map(([key, spec]) => [key, defaultOf(spec)]);
  const settings = { ...(Object.fromEntries(defaults) as Record<string, Cell>), ...stored.settings };
  return {
    name,
    kind: stored.kind,
    channels: channelsOf(kind, settings),
    settings,
    secrets: Object.keys(stored.sealedSecrets).sort(),
    revision,
    created_at: toTimestamp(stored.createdAt),
    updated_at: toTimestamp(stored.updatedAt),
    paused_at: toTimestampOrNull(stored.pausedAt),
  };
}

/** Returns the callbacks to register. Their URLs may contain the token, which other output omits. */
function callbacksOf(session: Session, kind: CarrierKind, connection: Connection) {
  const base = callbackUrlOf(session.config, connection.name);
  return (kind.callbackPaths?.(connection) ?? []).map(({ path, purpose }) => ({ url: base + path, purpose }));
}

const DEFAULT_URL =
  "RECADO_PUBLIC_URL is not set, so the URLs consist of this command's HOST and PORT: set them as for the service";

export async function shown(
  session: Session,
  stored: StoredConnection,
  notes: readonly string[] = [],
): Promise<Output> {
  const kind = kindOf(session, stored.kind);
  const connection = await settled(async () => openedConnection(kind, await session.secrets(), stored));
  const json = { ...connectionJson(session, stored), callbacks: callbacksOf(session, kind, connection) };
  const { channels = json.channels.join(", "), ...settings } = json.settings;
  const lines = fields([
    ["name", json.name],
    ["kind", json.kind],
    ["channels", channels],
    ["paused at", json.paused_at],
    ...Object.entries(settings),
    ...json.secrets.map((secret) => [secret, "(kept encrypted)"] as const),
    ...json.callbacks.map(({ url, purpose }) => [`register for ${purpose}`, url] as const),
  ]);
  // `registered` adds another note about an address that the carrier cannot reach.
  const isDefaultUrl = !session.config.hasPublicUrl && !kind.register && json.callbacks.length > 0;
  const allNotes = isDefaultUrl ? [...notes, DEFAULT_URL] : notes;
  return { json: { ...json, notes: allNotes }, text: [lines, ...allNotes].join("\n") };
}
