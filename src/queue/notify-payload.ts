import { JOB_KINDS, type JobKey, type JobKind, keyText } from "./job";

/**
 * Bytes of a payload from which keys are omitted. PostgreSQL rejects NOTIFY payloads of 8,000 bytes or more.
 */
const MAX_BYTES = 7_000;

/** Content of a notification to other processes: jobs of a kind have become due. */
export interface Notice {
  topic: JobKind;
  /** Keys with due jobs; absent if any key may have due jobs. */
  keys?: readonly JobKey[] | undefined;
}

/** Formats `<process> <topic> <account> <key> …`. Omits the keys if they do not fit. */
export function writeNotice(process: string, { topic, keys }: Notice): string {
  const all = [process, topic, ...(keys ?? []).map(keyText)].join(" ");
  return all.length < MAX_BYTES ? all : `${process} ${topic}`;
}

/** Parses the payload of a `notify`; returns null if it is malformed or comes from this process. */
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
