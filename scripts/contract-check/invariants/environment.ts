import { blockedNumber, freeNumber, putFile } from "../fixtures";
import type { Context } from "../context";
import { REJECTED_ROWS } from "./bodies";
import { textAt } from "./values";

/** Uploads rows that are all rejected; returns whether it succeeded. */
export const upload = (announced: unknown): Promise<boolean> =>
  putFile(textAt(announced, "url"), "text/csv", REJECTED_ROWS).then(
    ({ ok }) => ok,
    () => false,
  );

export const isSandboxed = ({ sandboxed }: Context): boolean => sandboxed.has("sms") && sandboxed.has("rcs");

/** Returns a number to write to: a free one if the sandbox handles all channels, else a suppressed one. */
export const phoneFor = (context: Context, lastDigits: string): Promise<string> =>
  isSandboxed(context) ? freeNumber(context, lastDigits) : blockedNumber(context);
