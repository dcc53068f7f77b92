import { same, shown } from "../values";
import type { ParsedResponse } from "./passive";

interface Repeated {
  first: ParsedResponse;
  again: ParsedResponse;
  /** Response to another body under the same key. */
  other: ParsedResponse;
  replayedHeader: string;
  otherBody: number;
  /** Number of list entries before and after the repetitions; null if unknown. */
  before: number | null;
  after: number | null;
}

export function checkIdempotent(repeated: Repeated): string[] {
  const { first, again, other, replayedHeader, otherBody, before, after } = repeated;
  const faults: string[] = [];
  if (again.status !== first.status)
    faults.push(`the repetition returned ${again.status}, the first request ${first.status}`);
  else if (!same(first.body, again.body)) {
    faults.push(`the repetition returned ${shown(again.body)}, the first request ${shown(first.body)}`);
  }
  const mark = again.headers[replayedHeader.toLowerCase()];
  if (mark !== "true") faults.push(`the repetition is not marked: ${replayedHeader} is ${shown(mark)}`);
  if (other.status !== otherBody)
    faults.push(`another body under the same key returned ${other.status}, not ${otherBody}`);
  if (before !== null && after !== null && after !== before)
    faults.push(`the repetitions created something: the list has ${after} entries, it had ${before}`);
  return faults;
}
