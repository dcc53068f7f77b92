import { createServer, type AddressInfo, type Socket } from "node:net";
import { PDU } from "smpp";
import { encodePdu, isResponse, type Pdu, PduReader } from "../../../src/carriers/smpp/pdu";
import { until } from "../../support/until";

/** The SMSC's response to a submit_sm. Null: no response. */
export type SubmitResponse = { command_status?: number; message_id?: string } | null;

/** Returns the delivery receipt of a message in the format of SMPP 3.4, appendix B. */
export const receipt = (id: string, stat = "DELIVRD", err = "000") => ({
  esm_class: 4,
  short_message: Buffer.from(
    `id:${id} sub:001 dlvrd:001 submit date:2601311200 done date:2601311200 stat:${stat} err:${err} text:`,
  ),
});

export class Peer {
  readonly got: Pdu[] = [];
  readonly closed: Promise<null>;
  private readonly waiting = new Map<number, (response: Pdu) => void>();
  private sequence = 0;

  constructor(
    readonly socket: Socket,
    private readonly smsc: Smsc,
  ) {
    const reader = new PduReader();
    this.closed = new Promise((resolve) => socket.once("close", () => resolve(null)));
    socket.on("error", () => {});
    socket.on("data", (chunk: Buffer) => {
      try {
        for (const octets of reader.read(chunk)) this.take(new PDU(octets));
      } catch {
        socket.destroy();
      }
    });
  }

  /** Sends a PDU and returns the command status of its response. */
  async deliver(fields: Record<string, unknown>, command = "deliver_sm"): Promise<number> {
    return (await this.request(command, fields)).command_status;
  }

  request(command: string, fields: Record<string, unknown> = {}): Promise<Pdu> {
    const sequence = ++this.sequence;
    const response = new Promise<Pdu>((resolve) => this.waiting.set(sequence, resolve));
    this.socket.write(encodePdu(command, sequence, fields));
    return response;
  }

  private take(pdu: Pdu): void {
    if (isResponse(pdu)) return this.waiting.get(pdu.sequence_number)?.(pdu);
    this.got.push(pdu);
    if (this.smsc.mute) return;
    if (pdu.command.startsWith("bind_")) {
      const { password, bindStatus } = this.smsc;
      const command_status = password !== null && pdu.password !== password ? 0x0e : bindStatus;
      if (command_status === 0) this.smsc.bound.push(this);
      return this.respond(pdu, { command_status, system_id: "SMSC" });
    }
    if (pdu.command === "submit_sm") {
      this.smsc.submitted.push(pdu);
      this.smsc.inFlight += 1;
      this.smsc.maxInFlight = Math.max(this.smsc.maxInFlight, this.smsc.inFlight);
      void Promise.resolve(this.smsc.respond(pdu, this)).then((response) => {
        this.smsc.inFlight -= 1;
        if (response) this.respond(pdu, response);
      });
      return;
    }
    this.respond(pdu, {});
  }

  private respond({ command, sequence_number }: Pdu, fields: Record<string, unknown>): void {
    if (!this.socket.destroyed) this.socket.write(encodePdu(`${command}_resp`, sequence_number, fields));
  }
}

/** An SMSC in this process whose behaviour a test chooses. It uses the codec of the npm package `smpp`. */
export class Smsc {
  readonly peers: Peer[] = [];
  bound: Peer[] = [];
  submitted: Pdu[] = [];
  inFlight = 0;
  maxInFlight = 0;
  bindStatus = 0;
  /** Password that binds must have. Null: any password. */
  password: string | null = null;
  /** True: reads requests without responses. */
  mute = false;
  port = 0;
  private ids = 0;
  private readonly server = createServer((socket) => {
    const peer = new Peer(socket, this);
    this.peers.push(peer);
    socket.on("close", () => (this.bound = this.bound.filter((one) => one !== peer)));
  });

  respond: (pdu: Pdu, peer: Peer) => SubmitResponse | Promise<SubmitResponse> = () => ({
    message_id: `m-${++this.ids}`,
  });

  async open(port = 0): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(port, "127.0.0.1", resolve));
    this.port = (this.server.address() as AddressInfo).port;
    return this;
  }

  cut(): void {
    for (const { socket } of this.peers) socket.destroy();
  }

  /** Stops accepting connections until `resume`. */
  async pause(): Promise<void> {
    if (this.server.listening) await new Promise((resolve) => this.server.close(resolve));
  }

  async resume(): Promise<void> {
    if (!this.server.listening) await this.open(this.port);
  }

  async close(): Promise<void> {
    this.cut();
    await this.pause();
  }

  /** Waits for `binds` binds and returns the connection of the first. */
  async whenBound(binds = 1): Promise<Peer> {
    await until(`${binds} binds`, 10, async () => this.bound.length >= binds, 10);
    return this.bound[0] as Peer;
  }
}
