import { encodeGsm7 } from "../../messaging/gsm7";
import { smsParts, smsSegments } from "../../messaging/segments";
import { DAY, SECOND } from "../../platform/time";
import type { Submission } from "../carrier";
import { toAddress } from "./addresses";
import { encodeUcs2 } from "./text";

export interface SubmitSettings {
  source_ton: number | null;
  source_npi: number | null;
  dest_ton: number | null;
  dest_npi: number | null;
  long_messages: string;
  gsm_data_coding: number;
  validity_seconds: number | null;
}

type Fields = Readonly<Record<string, unknown>>;

const UCS_2 = 0x08;
/** esm_class bit: the text begins with a user data header. */
const HAS_HEADER = 0x40;
/** registered_delivery value: request a receipt of the final outcome. */
const FINAL_RECEIPT = 0x01;

/** Returns the submit_sm fields of each part. Handsets join the parts of a long message by `reference`. */
export function submitFields(
  { from, to, content, validitySeconds }: Submission,
  reference: number,
  settings: SubmitSettings,
): Fields[] {
  if (content.type !== "text") throw new Error("SMPP carries texts only");
  const { text } = content;
  const source = toAddress(from, settings.source_ton, settings.source_npi);
  const destination = toAddress(to, settings.dest_ton ?? 1, settings.dest_npi ?? 1);
  const gsm7 = smsSegments(text).encoding === "gsm7";
  const encode = gsm7 ? encodeGsm7 : encodeUcs2;
  const common = {
    source_addr_ton: source.ton,
    source_addr_npi: source.npi,
    source_addr: source.address,
    dest_addr_ton: destination.ton,
    dest_addr_npi: destination.npi,
    destination_addr: destination.address,
    registered_delivery: FINAL_RECEIPT,
    data_coding: gsm7 ? settings.gsm_data_coding : UCS_2,
    validity_period: validityPeriod(settings.validity_seconds, validitySeconds),
  };
  const parts = smsParts(text);
  if (parts.length <= 1) return [{ ...common, short_message: encode(text) }];
  if (settings.long_messages === "payload") {
    return [{ ...common, short_message: Buffer.alloc(0), message_payload: encode(text) }];
  }
  return parts.map((part, index) => ({
    ...common,
    esm_class: HAS_HEADER,
    short_message: Buffer.concat([header(reference, parts.length, index + 1), encode(part)]),
  }));
}

/** Returns the concatenation header with an 8-bit reference (3GPP TS 23.040, 9.2.3.24.1). */
const header = (reference: number, total: number, number: number) =>
  Buffer.from([5, 0, 3, reference & 0xff, total, number]);

/**
 * Returns the shorter of two validities in seconds as a submit_sm field; an empty field if both are absent.
 */
function validityPeriod(ofConnection: number | null, ofMessage: number | undefined): string {
  const seconds = Math.min(ofConnection ?? Infinity, ofMessage ?? Infinity);
  return seconds === Infinity ? "" : relativeTime(seconds);
}

/** Formats a relative time (SMPP 3.4, 7.1.1). */
export function relativeTime(seconds: number): string {
  const days = Math.floor((seconds * SECOND) / DAY);
  const two = (value: number) => String(value).padStart(2, "0");
  const clock = [Math.floor(seconds / 3_600) % 24, Math.floor(seconds / 60) % 60, seconds % 60];
  return `0000${two(days)}${clock.map(two).join("")}000R`;
}
