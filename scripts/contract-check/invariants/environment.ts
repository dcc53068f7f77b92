import { blockedNumber, freeNumber } from "../fixtures";
import type { Context } from "../context";
import { REJECTED_ROWS } from "./bodies";
import { textAt } from "./values";

/** The storage is no part of the API: the bytes go there directly, and without the key. */
export async function upload(announced: unknown): Promise<boolean> {
  const stored = await fetch(textAt(announced, "url"), {
    method: "PUT",
    headers: { "content-type": "text/csv" },
    body: REJECTED_ROWS,
  }).catch(() => null);
  return stored?.ok === true;
}

export const isSandboxed = ({ sandboxed }: Context): boolean => sandboxed.has("sms") && sandboxed.has("rcs");

/** Returns a number to write to: a free one where the sandbox plays the recipients, else a suppressed one. */
export const phoneFor = (context: Context, lastDigits: string): Promise<string> =>
  isSandboxed(context) ? freeNumber(context, lastDigits) : blockedNumber(context);
