import type { CarrierError, SubmitOutcome } from "../carrier";

/**
 * Meaning of a command_status other than ESME_ROK for a submission:
 * - `refused`: permanent;
 * - `retry`: may be accepted later;
 * - `throttled`: too many submissions at once.
 */
type Verdict = "refused" | "retry" | "throttled";

/**
 * Statuses with their verdicts. An error in a message field is permanent; an error of the carrier or the
 * connection is temporary. Source of the names: SMPP 3.4, 5.1.3 (table 5-2); from 0x100 SMPP 5.0, 4.7.6.
 */
const STATUSES: readonly (readonly [number, string, Verdict, string])[] = [
  [0x01, "ESME_RINVMSGLEN", "refused", "the message has an invalid length"],
  [0x02, "ESME_RINVCMDLEN", "refused", "the command has an invalid length"],
  [0x03, "ESME_RINVCMDID", "refused", "the carrier does not know the command"],
  [0x04, "ESME_RINVBNDSTS", "retry", "the bind does not allow the command"],
  [0x05, "ESME_RALYBND", "retry", "there are as many binds already as the carrier allows"],
  [0x06, "ESME_RINVPRTFLG", "refused", "the priority is invalid"],
  [0x07, "ESME_RINVREGDLVFLG", "refused", "delivery receipts cannot be asked for like this"],
  [0x08, "ESME_RSYSERR", "retry", "the carrier has an internal error"],
  [0x0a, "ESME_RINVSRCADR", "refused", "the carrier does not accept the sender's address"],
  [0x0b, "ESME_RINVDSTADR", "refused", "the carrier does not accept the recipient's number"],
  [0x0c, "ESME_RINVMSGID", "refused", "the message id is invalid"],
  [0x0d, "ESME_RBINDFAIL", "retry", "the bind failed"],
  [0x0e, "ESME_RINVPASWD", "retry", "the password is wrong"],
  [0x0f, "ESME_RINVSYSID", "retry", "the system_id is wrong"],
  [0x11, "ESME_RCANCELFAIL", "refused", "the message could not be cancelled"],
  [0x13, "ESME_RREPLACEFAIL", "refused", "the message could not be replaced"],
  [0x14, "ESME_RMSGQFUL", "throttled", "the carrier's queue is full"],
  [0x15, "ESME_RINVSERTYP", "refused", "the service type is invalid"],
  [0x33, "ESME_RINVNUMDESTS", "refused", "the number of recipients is invalid"],
  [0x34, "ESME_RINVDLNAME", "refused", "the distribution list is invalid"],
  [0x40, "ESME_RINVDESTFLAG", "refused", "the destination flag is invalid"],
  [0x42, "ESME_RINVSUBREP", "refused", "replacing a message is not allowed"],
  [0x43, "ESME_RINVESMCLASS", "refused", "the carrier does not accept the esm_class: see long_messages"],
  [0x44, "ESME_RCNTSUBDL", "refused", "the distribution list cannot be submitted to"],
  [0x45, "ESME_RSUBMITFAIL", "refused", "the carrier could not take the message"],
  [0x48, "ESME_RINVSRCTON", "refused", "the sender's type of number is invalid: see source_ton"],
  [0x49, "ESME_RINVSRCNPI", "refused", "the sender's numbering plan is invalid: see source_npi"],
  [0x50, "ESME_RINVDSTTON", "refused", "the recipient's type of number is invalid: see dest_ton"],
  [0x51, "ESME_RINVDSTNPI", "refused", "the recipient's numbering plan is invalid: see dest_npi"],
  [0x53, "ESME_RINVSYSTYP", "retry", "the system_type is wrong"],
  [0x54, "ESME_RINVREPFLAG", "refused", "the replace flag is invalid"],
  [0x55, "ESME_RINVNUMMSGS", "refused", "the number of messages is invalid"],
  [0x58, "ESME_RTHROTTLED", "throttled", "more was sent than the carrier allows"],
  [0x61, "ESME_RINVSCHED", "refused", "the scheduled time is invalid"],
  [0x62, "ESME_RINVEXPIRY", "refused", "the carrier does not accept the validity: see validity_seconds"],
  [0x63, "ESME_RINVDFTMSGID", "refused", "the predefined message is not there"],
  [0x64, "ESME_RX_T_APPN", "retry", "the receiver has an error for now"],
  [0x65, "ESME_RX_P_APPN", "refused", "the receiver has an error for good"],
  [0x66, "ESME_RX_R_APPN", "refused", "the receiver rejects the message"],
  [0x67, "ESME_RQUERYFAIL", "refused", "the query failed"],
  [0xc0, "ESME_RINVOPTPARSTREAM", "refused", "the optional parameters cannot be read"],
  [0xc1, "ESME_ROPTPARNOTALLWD", "refused", "an optional parameter is not allowed: see long_messages"],
  [0xc2, "ESME_RINVPARLEN", "refused", "a parameter has an invalid length"],
  [0xc3, "ESME_RMISSINGOPTPARAM", "refused", "an optional parameter is missing"],
  [0xc4, "ESME_RINVOPTPARAMVAL", "refused", "an optional parameter is invalid"],
  [0xfe, "ESME_RDELIVERYFAILURE", "refused", "the delivery failed"],
  [0xff, "ESME_RUNKNOWNERR", "retry", "the carrier names no reason"],
  [0x100, "ESME_RSERTYPUNAUTH", "refused", "the service type is not allowed"],
  [0x101, "ESME_RPROHIBITED", "refused", "the carrier does not allow it"],
  [0x102, "ESME_RSERTYPUNAVAIL", "retry", "the service type is not available for now"],
  [0x103, "ESME_RSERTYPDENIED", "refused", "the service type is denied"],
  [0x104, "ESME_RINVDCS", "refused", "the carrier does not accept the data coding: see gsm_data_coding"],
];

const BY_CODE = new Map(STATUSES.map((row) => [row[0], row]));

const hex = (code: number) => `0x${code.toString(16).toUpperCase().padStart(8, "0")}`;

export const statusName = (code: number): string => BY_CODE.get(code)?.[1] ?? hex(code);

/** Returns a description such as `ESME_RINVPASWD (0x0000000E): the password is wrong`. */
export function describeStatus(code: number): string {
  const known = BY_CODE.get(code);
  return known ? `${known[1]} (${hex(code)}): ${known[3]}` : `${hex(code)}, a carrier-specific code`;
}

/**
 * Returns the outcome of a part that the carrier did not accept. An unknown code counts as permanent, because
 * a retry would probably fail.
 */
export function rejectionOf(code: number): Exclude<SubmitOutcome, { type: "accepted" | "unknown" }> {
  const type = BY_CODE.get(code)?.[2] ?? "refused";
  const error: CarrierError = {
    code: type === "refused" ? "carrier_rejected" : "carrier_unreachable",
    message: `the carrier returned ${describeStatus(code)}`,
    carrierCode: statusName(code),
  };
  return { type, error };
}
