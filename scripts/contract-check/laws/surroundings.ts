import { randomInt } from "node:crypto";
import { blockedNumber } from "../fixtures";
import type { Stage } from "../stage";
import { REJECTED_ROWS } from "./bodies";
import { openReceiver, type Receiver } from "./receiver";
import { at, listAt, textAt } from "./values";

/** The storage is no part of the API: the bytes go there directly, and without the key. */
export async function upload(announced: unknown): Promise<boolean> {
  const stored = await fetch(textAt(announced, "url"), {
    method: "PUT",
    headers: { "content-type": "text/csv" },
    body: REJECTED_ROWS,
  }).catch(() => null);
  return stored?.ok === true;
}

export const isSandboxed = ({ sandboxed }: Stage): boolean => sandboxed.has("sms") && sandboxed.has("rcs");

/** A number that the account has no contact for, so that nobody's contact is changed. */
async function freePhone(stage: Stage, lastDigits: string): Promise<string> {
  for (;;) {
    const phone = `+551198${String(randomInt(0, 1_000)).padStart(3, "0")}${lastDigits}`;
    const { body } = await stage.ask("listContacts", { query: { phone } }, "looks for a contact by number");
    if (!listAt(body, "data").some((contact) => at(contact, "phone") === phone)) return phone;
  }
}

/** A number to write to: one that nobody has, where a sandbox plays it, else one that is suppressed. */
export const phoneFor = (stage: Stage, lastDigits: string): Promise<string> =>
  isSandboxed(stage) ? freePhone(stage, lastDigits) : blockedNumber(stage);

const isLoopback = (base: string): boolean => /^(localhost|127\.|\[::1\])/.test(new URL(base).hostname);

/** The receiver of events, or why there is none. */
export async function receiverFor(given: {
  base: string;
  readOnly: boolean;
  receiver: { url: string | null; port: number | null };
}): Promise<Receiver | string> {
  if (given.readOnly) return "read-only: needs a message to be sent";
  const { url, port } = given.receiver;
  if (url !== null || isLoopback(given.base)) return openReceiver(url, port);
  return "the deployment cannot reach this machine: give --receiver-url, with an address that you forward to --receiver-port";
}
