// An SMSC that accepts every message immediately and sends its delivery receipt right after the response.
import { createServer, type Socket } from "node:net";
import { decodePdu, encodePdu, PduReader } from "../../../src/carriers/smpp/pdu";
import { listenOn } from "../../tools/listening";
import { perform } from "../processes";

let taken = 0;
let acknowledged = 0;

const server = createServer((socket: Socket) => {
  const reader = new PduReader();
  let sequence = 0;
  socket.setNoDelay(true);
  socket.on("error", () => {});
  socket.on("data", (chunk: Buffer) => {
    socket.cork();
    for (const octets of reader.read(chunk)) {
      const pdu = decodePdu(octets);
      if (pdu === null) throw new Error("undecodable PDU");
      const { command, sequence_number } = pdu;
      if (command === "deliver_sm_resp") acknowledged += 1;
      else if (command === "submit_sm") {
        const message_id = String(1e9 + ++taken);
        socket.write(encodePdu("submit_sm_resp", sequence_number, { message_id }));
        socket.write(encodePdu("deliver_sm", ++sequence, receipt(message_id)));
      } else if (!command.endsWith("_resp")) {
        socket.write(encodePdu(`${command}_resp`, sequence_number, { system_id: "SMSC" }));
      }
    }
    socket.uncork();
  });
});

const receipt = (id: string) => ({
  esm_class: 4,
  short_message: Buffer.from(
    `id:${id} sub:001 dlvrd:001 submit date:2601311200 done date:2601311200 stat:DELIVRD err:000 text:`,
  ),
});

export const smscTasks = {
  async listen(): Promise<number> {
    return listenOn(server);
  },
  async counts(): Promise<{ taken: number; acknowledged: number }> {
    const counts = { taken, acknowledged };
    [taken, acknowledged] = [0, 0];
    return counts;
  },
};

perform(smscTasks);
