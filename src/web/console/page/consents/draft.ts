import { enums } from "../../../../../generated/server/values";
import type { Channel, ConsentStatus, CreateConsentRequest, Purpose } from "../../../../client";
import { fromLocal } from "../parts/local-time";

/** Input of the form that records a consent. The request omits `text`, `url` and `ip` if they are blank. */
export interface Entered {
  phone: string;
  status: ConsentStatus;
  purposes: Purpose[];
  channels: Channel[];
  text: string;
  url: string;
  ip: string;
  /** Time of the consent as the value of a `datetime-local` input; empty for the current time. */
  occurredAt: string;
}

/** Returns the initial input. As in the contract, a consent covers all purposes and channels by default. */
export const emptyForm = (phone: string): Entered => ({
  phone,
  status: "granted",
  text: "",
  url: "",
  ip: "",
  occurredAt: "",
  purposes: [...enums.Purpose],
  channels: [...enums.Channel],
});

export interface Faults {
  purposes: boolean;
  channels: boolean;
  isFuture: boolean;
}

/** Returns the faults that need no request; null if there are none. `now` is in milliseconds since 1970. */
export function faultsIn({ purposes, channels, occurredAt }: Entered, now: number): Faults | null {
  const at = fromLocal(occurredAt);
  const faults = {
    purposes: purposes.length === 0,
    channels: channels.length === 0,
    isFuture: at !== null && Date.parse(at) > now,
  };
  return Object.values(faults).some(Boolean) ? faults : null;
}

export function requestOf({ phone, status, purposes, channels, occurredAt, ...rest }: Entered) {
  const given = (["text", "url", "ip"] as const).filter((name) => rest[name].trim() !== "");
  const evidence = Object.fromEntries(given.map((name) => [name, rest[name].trim()]));
  const at = fromLocal(occurredAt);
  return {
    phone: phone.trim(),
    status,
    purposes,
    channels,
    source: "console",
    ...(given.length > 0 ? { evidence } : {}),
    ...(at !== null ? { occurred_at: at } : {}),
  } satisfies CreateConsentRequest;
}
