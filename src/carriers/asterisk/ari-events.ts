import type { components } from "../../../generated/carriers/asterisk";

type Channel = components["schemas"]["Channel"];

/** What happens to a call, as far as we go by it. */
export type CallEvent =
  | { type: "dialed"; status: string }
  | { type: "answered"; url: string | null }
  | { type: "playing" }
  | { type: "hanging-up" }
  | { type: "played" }
  | { type: "play-failed" }
  | { type: "ended"; answered: boolean; cause: number };

/** What a frame holds: something about a call of ours, the news that another listens now, or nothing for us. */
export type Heard = { channelId: string; event: CallEvent } | "replaced" | "other";

/** Between the application's name and the message's id. */
const channelPrefix = (app: string) => `${app}-`;

/** What the call of a message is called; a message is called once at a time. */
export const channelIdOf = (app: string, messageId: string) => channelPrefix(app) + messageId;

const MESSAGE_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Other applications have channels too, and so have the far ends of ours (`…;2`). */
export function isOurs(app: string, channelId: string): boolean {
  const prefix = channelPrefix(app);
  return channelId.startsWith(prefix) && MESSAGE_ID.test(channelId.slice(prefix.length));
}

/** The URL as an argument of an application: commas part those, and quotes and backslashes are taken out. */
export const toAppArgs = (url: string) => encodeURIComponent(url);

/** Null for what is not an argument of ours. */
export function fromAppArgs(argument: unknown): string | null {
  if (typeof argument !== "string") return null;
  try {
    const url = decodeURIComponent(argument);
    return /^https?:\/\//.test(url) ? url : null;
  } catch {
    return null;
  }
}

/** The URL that a channel in our application was given; undefined while it is in none. */
export function urlOfChannel(app: string, channel: Channel): string | null | undefined {
  const { app_name: name, app_data: data } = channel.dialplan ?? {};
  const isIn = channel.state === "Up" && name === "Stasis" && (data === app || data?.startsWith(`${app},`));
  return isIn ? fromAppArgs(data?.slice(app.length + 1)) : undefined;
}

/** Throws a `SyntaxError` for what is not JSON; anything else that is not an event is one of no interest. */
export function readEvent(app: string, frame: string): Heard {
  const event: unknown = JSON.parse(frame);
  if (!isObject(event)) return "other";
  if (event.type === "ApplicationReplaced") return event.application === app ? "replaced" : "other";
  const found = callEventOf(event);
  return found !== null && isOurs(app, found.channelId) ? found : "other";
}

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null;

function callEventOf(event: Fields): { channelId: string; event: CallEvent } | null {
  const about = (channel: unknown, found: CallEvent | null) =>
    isObject(channel) && typeof channel.id === "string" && found !== null
      ? { channelId: channel.id, event: found }
      : null;
  const { type, channel } = event;
  switch (type) {
    case "StasisStart": {
      const url = Array.isArray(event.args) ? fromAppArgs(event.args[0]) : null;
      return about(channel, { type: "answered", url });
    }
    case "Dial":
      return typeof event.dialstatus === "string"
        ? about(event.peer, { type: "dialed", status: event.dialstatus })
        : null;
    case "ChannelHangupRequest":
      return about(channel, { type: "hanging-up" });
    case "ChannelDestroyed": {
      const answered = isObject(channel) && channel.state === "Up";
      const cause = Number.isInteger(event.cause) ? (event.cause as number) : 0;
      return about(channel, { type: "ended", answered, cause });
    }
    case "PlaybackStarted":
      return about(channelOf(event.playback), { type: "playing" });
    case "PlaybackFinished":
      return about(channelOf(event.playback), playedOf(event.playback));
    default:
      return null;
  }
}

/** Playbacks name their channel by a URI. */
function channelOf(playback: unknown): Fields | null {
  if (!isObject(playback) || typeof playback.target_uri !== "string") return null;
  const [kind, id] = playback.target_uri.split(/:(.*)/s);
  return kind === "channel" ? { id } : null;
}

function playedOf(playback: unknown): CallEvent | null {
  const state = isObject(playback) ? playback.state : null;
  if (state === "done") return { type: "played" };
  return state === "failed" ? { type: "play-failed" } : null;
}
