import type { Socket } from "node:net";
import { connected, type ConnectTo, describe } from "./connect";
import { ConnectError, SessionClosedError, BindRejectedError, ResponseTimeoutError } from "./session-errors";
import {
  decodePdu,
  encodeResponse,
  encodePdu,
  isResponse,
  type Pdu,
  PduReader,
  sequenceOf,
  textOf,
} from "./pdu";

const BIND_MS = 5_000;
const UNBIND_MS = 2_000;
/** Maximum time that a closing session waits for requests and deliveries in flight, in milliseconds. */
const FINISH_MS = 5_000;
/** Maximum timeout of an enquire_link, in milliseconds. A silent peer then counts as lost. */
const MAX_SILENCE_MS = 10_000;

/** Number of deliveries being stored at which the session stops reading the socket. */
const MAX_UNSTORED = 1_000;
/** Number of unsent octets above which the session stops reading the socket. */
const MAX_UNSENT = 256 * 1_024;

const LAST_SEQUENCE = 0x7fff_ffff;

const ESME_ROK = 0x00;
const ESME_RINVCMDLEN = 0x02;
const ESME_RINVCMDID = 0x03;
/** Temporary error, after which the carrier retries a delivery. */
const ESME_RX_T_APPN = 0x64;

export type BindCommand = "bind_transceiver" | "bind_transmitter" | "bind_receiver";

export interface SessionOptions extends ConnectTo {
  bind: { system_id: string; password: string; system_type: string };
  enquireLinkMs: number;
  /**
   * Stores a `deliver_sm` or `data_sm`: a receipt or an inbound message. The session acknowledges the
   * delivery when the promise resolves. If the promise rejects, the session asks the carrier to retry.
   */
  deliver: (pdu: Pdu) => Promise<void>;
  /** Called for a problem that does not end the connection. `what` contains no message content. */
  onOddity: (what: string, error?: unknown) => void;
}

interface Pending {
  resolve: (response: Pdu) => void;
  reject: (error: Error) => void;
}

const asItIs = (response: Pdu): Pdu => response;

export class Session {
  /** Promise of the reason why the session ended. It never rejects. */
  readonly ended: Promise<string>;
  systemId = "";

  private readonly reader = new PduReader();
  private readonly pending = new Map<number, Pending>();
  private sequence = 0;
  private unstored = 0;
  private corked = false;
  private open = true;
  private receivedAt = performance.now();
  private enquiry: NodeJS.Timeout | undefined;
  private reason: string | null = null;
  private onIdle: (() => void) | null = null;

  private constructor(
    private readonly socket: Socket,
    private readonly options: SessionOptions,
    private readonly receives: boolean,
  ) {
    this.ended = new Promise((resolve) => {
      socket.once("close", () => {
        this.over(this.reason ?? "the carrier closed the connection");
        resolve(this.reason as string);
      });
    });
    socket.on("error", (error) => (this.reason ??= describe(error)));
    socket.on("data", (chunk: Buffer) => this.read(chunk));
    socket.on("drain", () => this.readOn());
    // A half-closed connection is closed, because requests would never get a response.
    socket.on("end", () => socket.destroy());
  }

  /** Connects and binds. Rejects with `ConnectError` or `BindRejectedError`. */
  static async bind(command: BindCommand, options: SessionOptions, signal?: AbortSignal): Promise<Session> {
    const socket = await connected(options, signal);
    const session = new Session(socket, options, command !== "bind_transmitter");
    const abort = () => session.destroy("the attempt was aborted");
    signal?.addEventListener("abort", abort, { once: true });
    try {
      const fields = { ...options.bind, interface_version: 0x34 };
      const response = await session.request(command, fields, BIND_MS);
      if (response.command_status !== ESME_ROK) throw new BindRejectedError(response.command_status);
      session.systemId = textOf(response, "system_id");
      session.watch();
      return session;
    } catch (error) {
      session.destroy("it was not bound");
      throw error instanceof BindRejectedError ? error : new ConnectError(describe(error));
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  }

  get inFlight(): number {
    return this.pending.size;
  }

  get isOpen(): boolean {
    return this.open;
  }

  /**
   * Sends a request. Resolves with the result of `read` for a response of any status. `read` runs before the
   * session handles later units, such as a receipt for the message. Rejects with `SessionClosedError` if the
   * connection ends, and with `ResponseTimeoutError` after `ms`.
   */
  request(command: string, fields?: Readonly<Record<string, unknown>>, ms?: number): Promise<Pdu>;
  request<T>(
    command: string,
    fields: Readonly<Record<string, unknown>>,
    ms: number,
    read: (response: Pdu) => T,
  ): Promise<T>;
  request(
    command: string,
    fields: Readonly<Record<string, unknown>> = {},
    ms?: number,
    read: (response: Pdu) => unknown = asItIs,
  ): Promise<unknown> {
    if (!this.open)
      return Promise.reject(new SessionClosedError(this.reason ?? "the session is over", false));
    const sequence = this.nextSequence();
    const octets = encodePdu(command, sequence, fields);
    const response = new Promise<unknown>((resolve, reject) =>
      this.pending.set(sequence, { resolve: (pdu) => resolve(read(pdu)), reject }),
    );
    this.send(octets);
    if (ms === undefined) return response.finally(() => this.checkIdle());
    const timer = setTimeout(() => this.giveUp(sequence), ms);
    return response.finally(() => {
      clearTimeout(timer);
      this.checkIdle();
    });
  }

  /** Waits at most `FINISH_MS` for requests and deliveries in flight, unbinds and closes the connection. */
  async close(): Promise<void> {
    if (!this.open) return;
    await this.idle();
    if (this.open) await this.request("unbind", {}, UNBIND_MS).catch(() => {});
    this.destroy("it was ended by us");
    await this.ended;
  }

  destroy(reason: string): void {
    this.reason ??= reason;
    this.open = false;
    this.socket.destroy();
  }

  private nextSequence(): number {
    do this.sequence = this.sequence >= LAST_SEQUENCE ? 1 : this.sequence + 1;
    while (this.pending.has(this.sequence));
    return this.sequence;
  }

  private giveUp(sequence: number): void {
    const pending = this.pending.get(sequence);
    this.pending.delete(sequence);
    pending?.reject(new ResponseTimeoutError());
  }

  private over(reason: string): void {
    this.reason ??= reason;
    this.open = false;
    clearInterval(this.enquiry);
    for (const { reject } of this.pending.values()) reject(new SessionClosedError(this.reason, true));
    this.pending.clear();
    this.checkIdle();
  }

  /** Sends octets. All PDUs of one event loop turn become one write. */
  private send(octets: Buffer): void {
    if (!this.corked) {
      this.corked = true;
      this.socket.cork();
      setImmediate(() => {
        this.corked = false;
        this.socket.uncork();
      });
    }
    this.socket.write(octets);
  }

  private read(chunk: Buffer): void {
    this.receivedAt = performance.now();
    try {
      for (const octets of this.reader.read(chunk)) this.take(octets);
    } catch (error) {
      this.destroy(describe(error));
      return;
    }
    if (this.isFull()) this.socket.pause();
  }

  private take(octets: Buffer): void {
    const pdu = decodePdu(octets);
    if (pdu === null) {
      this.options.onOddity("the carrier sent a unit that cannot be read");
      this.send(encodeResponse("generic_nack", sequenceOf(octets), ESME_RINVCMDLEN));
    } else if (isResponse(pdu)) {
      const pending = this.pending.get(pdu.sequence_number);
      this.pending.delete(pdu.sequence_number);
      pending?.resolve(pdu);
    } else this.handleRequest(pdu);
  }

  private handleRequest(pdu: Pdu): void {
    switch (pdu.command) {
      case "deliver_sm":
      case "data_sm":
        if (this.receives) void this.deliver(pdu);
        else this.send(encodeResponse("generic_nack", pdu.sequence_number, ESME_RINVCMDID));
        return;
      case "enquire_link":
        this.send(encodeResponse("enquire_link_resp", pdu.sequence_number));
        return;
      case "unbind":
        this.send(encodeResponse("unbind_resp", pdu.sequence_number));
        this.reason ??= "the carrier unbound it";
        this.open = false;
        setTimeout(() => this.socket.destroy(), UNBIND_MS / 2);
        return;
      case "alert_notification":
      case "outbind":
        // SMPP defines no response to these commands.
        return;
      default:
        this.send(encodeResponse("generic_nack", pdu.sequence_number, ESME_RINVCMDID));
    }
  }

  private async deliver(pdu: Pdu): Promise<void> {
    this.unstored += 1;
    let command_status = ESME_ROK;
    try {
      await this.options.deliver(pdu);
    } catch (error) {
      this.options.onOddity("failed to store a delivery of the carrier; asked it to retry", error);
      command_status = ESME_RX_T_APPN;
    }
    if (!this.socket.destroyed) {
      this.send(encodeResponse(`${pdu.command}_resp`, pdu.sequence_number, command_status));
    }
    this.unstored -= 1;
    this.checkIdle();
    this.readOn();
  }

  private isFull(): boolean {
    return this.unstored >= MAX_UNSTORED || this.socket.writableLength > MAX_UNSENT;
  }

  private readOn(): void {
    if (this.socket.isPaused() && !this.isFull()) this.socket.resume();
  }

  /** Sends enquire_link at intervals. Closes the connection if the peer then sends nothing in time. */
  private watch(): void {
    const { enquireLinkMs } = this.options;
    const timeoutMs = Math.min(enquireLinkMs, MAX_SILENCE_MS);
    this.enquiry = setInterval(() => {
      if (!this.open) return;
      const sentAt = performance.now();
      this.request("enquire_link", {}, timeoutMs).catch(() => {
        // Any received unit shows that the peer is alive. A paused socket may hold an unread unit.
        if (this.receivedAt >= sentAt || this.socket.isPaused()) return;
        this.destroy(`it was silent for ${timeoutMs / 1_000} s after an enquire_link`);
      });
    }, enquireLinkMs);
  }

  private checkIdle(): void {
    if (this.pending.size === 0 && this.unstored === 0) this.onIdle?.();
  }

  private async idle(): Promise<void> {
    if (this.pending.size === 0 && this.unstored === 0) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.onIdle = resolve;
      timer = setTimeout(resolve, FINISH_MS);
    });
    clearTimeout(timer);
    this.onIdle = null;
  }
}
