import { JOB_KINDS, type JobKey, type JobKind, keyText } from "./job";

/** Minimum interval between the notifications of one topic by one process, in milliseconds. */
const NOTIFY_EVERY_MS = 20;
/** Maximum payload length. PostgreSQL rejects NOTIFY payloads of 8,000 bytes or more. */
const MAX_BYTES = 7_000;

/** Content of a notification to other processes: jobs of a kind have become due. */
export interface Notice {
  topic: JobKind;
  /** Keys with due jobs; absent if any key may have due jobs. */
  keys?: JobKey[];
}

/** Formats `<process> <topic> <account> <key> …`. Omits the keys if they do not fit. */
export function writeNotice(process: string, { topic, keys }: Notice): string {
  const all = [process, topic, ...(keys ?? []).map(keyText)].join(" ");
  return all.length < MAX_BYTES ? all : `${process} ${topic}`;
}

/** Parses a notice; returns null if it is malformed or comes from this process. */
export function readNotice(process: string, payload: string): Notice | null {
  const [from, name, ...ids] = payload.split(" ");
  const topic = JOB_KINDS.find((one) => one === name);
  if (!topic || from === process) return null;
  const keys: JobKey[] = [];
  for (let at = 0; at + 1 < ids.length; at += 2) {
    keys.push({ accountId: ids[at] as string, key: ids[at + 1] as string });
  }
  return keys.length > 0 ? { topic, keys } : { topic };
}

/**
 * Returns a sender of notices that limits their rate: a topic's first notice is sent at once. Notices within
 * `NOTIFY_EVERY_MS` of the last one are joined and sent when the interval ends.
 */
export function noticeJoiner(send: (notice: Notice) => void) {
  /** Keys added since the last notice, by topic. `keys` is null if any key may have due jobs. */
  const held = new Map<
    JobKind,
    { timer: NodeJS.Timeout; isPending: boolean; keys: Map<string, JobKey> | null }
  >();
  const open = (topic: JobKind) => {
    const timer = setTimeout(() => {
      const pause = held.get(topic);
      held.delete(topic);
      if (!pause?.isPending) return;
      send({ topic, ...(pause.keys ? { keys: [...pause.keys.values()] } : {}) });
      open(topic);
    }, NOTIFY_EVERY_MS);
    held.set(topic, { timer, isPending: false, keys: new Map() });
  };
  return {
    add(topic: JobKind, keys?: readonly JobKey[]): void {
      const pause = held.get(topic);
      if (!pause) {
        send({ topic, ...(keys ? { keys: [...keys] } : {}) });
        return open(topic);
      }
      pause.isPending = true;
      if (!keys) pause.keys = null;
      for (const key of keys ?? []) pause.keys?.set(keyText(key), key);
    },
    close(): void {
      for (const { timer } of held.values()) clearTimeout(timer);
      held.clear();
    },
  };
}
