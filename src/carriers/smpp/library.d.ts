// Types for the used parts of the npm package `smpp`. The service uses the package's PDU codec and tables,
// and a benchmark uses its sessions.

declare module "smpp" {
  import type { Socket } from "node:net";

  interface ParameterType {
    read(buffer: Buffer, offset: number, length?: number): unknown;
    write(value: unknown, buffer: Buffer, offset: number): void;
    size(value: unknown): number;
    default?: unknown;
  }
  interface Parameter {
    type: ParameterType;
    default?: unknown;
    filter?: unknown;
  }
  interface CommandDefinition {
    id: number;
    params?: Record<string, Parameter>;
  }

  export class PDU {
    constructor(command: string | Buffer, options?: Record<string, unknown>);
    command: string;
    command_id: number;
    command_status: number;
    sequence_number: number;
    toBuffer(): Buffer;
    response(fields?: Record<string, unknown>): PDU;
    [field: string]: unknown;
  }
  export interface Session {
    readonly socket: Socket;
    on(event: "connect" | "close", listener: () => void): void;
    on(event: "error", listener: (error: Error) => void): void;
    on(event: "deliver_sm", listener: (pdu: PDU) => void): void;
    send(pdu: PDU): boolean;
    bind_transceiver(fields: Record<string, unknown>, onResponse: (pdu: PDU) => void): boolean;
    submit_sm(fields: Record<string, unknown>, onResponse: (pdu: PDU) => void): boolean;
    destroy(): void;
  }
  export function connect(options: { host: string; port: number }): Session;

  export const commands: Record<string, CommandDefinition>;
  export const errors: Record<string, number>;
  export const types: Record<string, ParameterType> & { tlv: Record<string, ParameterType> };
  export function addCommand(name: string, definition: CommandDefinition): void;
  export function addTLV(name: string, definition: { id: number; type: ParameterType }): void;
}
