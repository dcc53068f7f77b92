import { addCommand, addTLV, commands, PDU, types } from "smpp";

/**
 * Protocol data units, encoded with the codec and tables of the npm package `smpp`. The package's sessions
 * are not used: they stop reading silently after the first unparseable unit. They also leak callbacks of
 * unanswered requests and miss a lost peer.
 */

/** Maximum unit length in octets, which equals the codec's limit. */
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

// The codec decodes texts by its own alphabets, where one invalid unit makes a text unreadable. The codec
// also reads an id without a final NUL into the following fields. Texts and ids are therefore read as octets.
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

const responses = new Map<string, Buffer>();

/** Encodes a response. The octets are cached, because only the sequence number varies. */
export function encodeResponse(command: string, sequence: number, command_status = 0): Buffer {
  const key = `${command} ${command_status}`;
  const known = responses.get(key) ?? encodePdu(command, 0, { command_status });
  responses.set(key, known);
  const octets = Buffer.from(known);
  octets.writeUInt32BE(sequence, SEQUENCE_AT);
  return octets;
}

/** Decodes a unit; returns null for a malformed body. */
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

/** Error for a unit with an invalid length. The stream position is lost, so the connection must end. */
export class InvalidPduError extends Error {
  constructor(length: number) {
    super(`it sent a unit of ${length} octets, where ${HEADER_OCTETS} to ${MAX_PDU_OCTETS} are allowed`);
  }
}

export class PduReader {
  private rest: Buffer = Buffer.alloc(0);

  /** Yields complete units with their headers. Throws `InvalidPduError` for an invalid length. */
  *read(chunk: Buffer): Generator<Buffer> {
    const all = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    let at = 0;
    this.rest = Buffer.alloc(0);
    while (all.length - at >= 4) {
      const length = all.readUInt32BE(at);
      if (length < HEADER_OCTETS || length > MAX_PDU_OCTETS) throw new InvalidPduError(length);
      if (all.length - at < length) break;
      yield all.subarray(at, at + length);
      at += length;
    }
    // A copy, so that the remaining octets do not keep the whole chunk in memory.
    this.rest = Buffer.from(all.subarray(at));
  }
}
