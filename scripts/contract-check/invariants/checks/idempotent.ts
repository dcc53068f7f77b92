import { same, shown } from "../values";
import type { Heard } from "./passive";

export interface Repeated {
  first: Heard;
  again: Heard;
  /** The same key with another body. */
  other: Heard;
  replayedHeader: string;
  otherBody: number;
  /** How many things the list had after the first request, and how many at the end. */
  before: number;
  after: number;
}

/** One key makes one thing, however often it is sent. */
export function checkIdempotent(repeated: Repeated): string[] {
  const { first, again, other, replayedHeader, otherBody, before, after } = repeated;
  const faults: string[] = [];
  if (again.status !== first.status)
    faults.push(`the repetition is answered ${again.status}, the first was ${first.status}`);
  else if (!same(first.body, again.body)) {
    faults.push(`the repetition is answered ${shown(again.body)}, the first was ${shown(first.body)}`);
  }
  const mark = again.headers[replayedHeader.toLowerCase()];
  if (mark !== "true") faults.push(`the repetition is not marked: ${replayedHeader} is ${shown(mark)}`);
  if (other.status !== otherBody)
    faults.push(`another body under the same key is answered ${other.status}, not ${otherBody}`);
  if (after !== before)
    faults.push(`the repetitions made something: the list has ${after} entries, it had ${before}`);
  return faults;
}
