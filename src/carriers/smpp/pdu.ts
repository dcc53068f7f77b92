import { addCommand, addTLV, commands, PDU, types } from "smpp";

/**
 * Protocol data units, by the codec and the tables of the npm package `smpp`. Its sessions are not used: they stop reading
 * without a word after the first unit that cannot be parsed, keep the callbacks of requests that are never answered, and do
 * not notice a peer that is gone.
 */

/** A longer one is taken for garbage, in octets. The codec's own limit. */
export const MAX_PDU_OCTETS = 16_384;
const HEADER_OCTETS = 16;
const SEQUENCE_AT = 12;

export interface Pdu {
  readonly command: string;
  readonly command_id: number;
  readonly command_status: number;
  readonly sequence_number: number;
  readonly [field: string]: unknown;
}

// The codec would decode texts by its own idea of alphabets, where one odd unit makes the whole of it unreadable, and read
// an id that lacks its final NUL into what follows.
for (const name of ["deliver_sm", "data_sm"]) {
  const { id, params } = commands[name] as { id: number; params: Record<string, { type: never }> };
  const plain = Object.entries(params).map(([field, { type }]) => [field, { type }] as const);
  addCommand(name, { id, params: Object.fromEntries(plain) });
}
addTLV("message_payload", { id: 0x0424, type: types.tlv.buffer as (typeof types)[string] });
addTLV("receipted_message_id", { id: 0x001e, type: types.tlv.buffer as (typeof types)[string] });

export const encodePdu = (
  command: string,
  sequence: number,
  fields: Readonly<Record<string, unknown>> = {},
): Buffer => new PDU(command, { ...fields, sequence_number: sequence }).toBuffer();

const answers = new Map<string, Buffer>();

/** The answer to a request, which is the same but for its sequence number. */
export function encodeAnswer(command: string, sequence: number, command_status = 0): Buffer {
  const key = `${command} ${command_status}`;
  const known = answers.get(key) ?? encodePdu(command, 0, { command_status });
  answers.set(key, known);
  const octets = Buffer.from(known);
  octets.writeUInt32BE(sequence, SEQUENCE_AT);
  return octets;
}

/** Null where the octets behind the header make no sense. */
export function decodePdu(octets: Buffer): Pdu | null {
  try {
    return new PDU(octets);
  } catch {
    return null;
  }
}

export const isResponse = ({ command_id }: Pdu): boolean => command_id >= 0x8000_0000;
export const sequenceOf = (octets: Buffer): number => octets.readUInt32BE(SEQUENCE_AT);

export const octetsOf = (pdu: Pdu, field: string): Buffer => {
  const value = pdu[field];
  return Buffer.isBuffer(value) ? value : Buffer.alloc(0);
};
export const textOf = (pdu: Pdu, field: string): string => {
  const value = pdu[field];
  return typeof value === "string" ? value : "";
};
export const numberOf = (pdu: Pdu, field: string): number | null => {
  const value = pdu[field];
  return typeof value === "number" ? value : null;
};

/** The stream is not SMPP, or has lost its beginning: there is no way back to it. */
export class NotSmpp extends Error {
  constructor(length: number) {
    super(`it sent a unit of ${length} octets, where ${HEADER_OCTETS} to ${MAX_PDU_OCTETS} are allowed`);
  }
}

/** Cuts what comes in into units, wherever the network has cut it. Holds less than one unit. */
export class PduReader {
  private rest: Buffer = Buffer.alloc(0);

  /** Whole units, header included; throws `NotSmpp`. */
  *read(chunk: Buffer): Generator<Buffer> {
    const all = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    let at = 0;
    this.rest = Buffer.alloc(0);
    while (all.length - at >= 4) {
      const length = all.readUInt32BE(at);
      if (length < HEADER_OCTETS || length > MAX_PDU_OCTETS) throw new NotSmpp(length);
      if (all.length - at < length) break;
      yield all.subarray(at, at + length);
      at += length;
    }
    // A copy: what is left must not keep the whole chunk in memory.
    this.rest = Buffer.from(all.subarray(at));
  }
}
