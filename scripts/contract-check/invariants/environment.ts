import { blockedNumber, freeNumber, putFile } from "../fixtures";
import type { Context } from "../context";
import type { OperationId } from "../../../generated/server/binding";
import { REJECTED_ROWS } from "./bodies";
import { textAt } from "./values";
import type { Receiver } from "../receiver";
import type { ForeignIds } from "./foreign-ids";

export interface Environment {
  /** Whether the sandbox handles SMS and RCS, so that no message reaches a carrier. */
  sandboxed: boolean;
  foreignIds: ForeignIds;
  /** The webhook receiver, or the reason why there is none. */
  receiver: Receiver | string;
  /** Operations whose first update has waited until its resource was old enough. */
  delayed: Set<OperationId>;
}

/** Uploads a CSV whose rows are all rejected. Returns whether the upload succeeded. */
export const upload = (announced: unknown): Promise<boolean> =>
  putFile(textAt(announced, "url"), "text/csv", REJECTED_ROWS).then(
    ({ ok }) => ok,
    () => false,
  );

export const isSandboxed = ({ sandboxed }: Context): boolean => sandboxed.has("sms") && sandboxed.has("rcs");

/** Returns a recipient: a free number if the sandbox handles SMS and RCS, else a suppressed number. */
export const phoneFor = (context: Context, lastDigits: string): Promise<string> =>
  isSandboxed(context) ? freeNumber(context, lastDigits) : blockedNumber(context);
