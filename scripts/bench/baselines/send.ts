// The baseline of `send`: the bare insert of the same message rows.
import { NEW_MESSAGE_COLUMNS } from "../../../src/features/messages/new-messages.store";
import { idMaker } from "../../../src/platform/ids";
import { systemClock } from "../../../src/platform/time";
import type { DatabaseAddress } from "../databases";
import { perform } from "../processes";
import { type Bare, openAll, type Row } from "../sql";
import { inLanes, secondsOf } from "../stats";

interface SendBaseline {
  address: DatabaseAddress;
  /** Sample of rows that the service wrote. The baseline inserts copies with new ids. */
  rows: Row[];
}

let template: Row[] = [];
let connections: Bare[] = [];
const ids = idMaker(systemClock);

export const sendTasks = {
  async open({ address, rows }: SendBaseline): Promise<void> {
    template = rows;
    connections = await openAll(address);
  },

  /** Inserts `rows` rows. Returns the duration in seconds, without the creation of the rows. */
  async insert({ rows, rowsPerStatement }: { rows: number; rowsPerStatement: number }): Promise<number> {
    const made = Array.from({ length: rows }, (_, index) => ({
      ...template[index % template.length],
      id: ids.next(),
    }));
    const insert = async (index: number, connection: Bare) => {
      const start = index * rowsPerStatement;
      const some = made.slice(start, start + rowsPerStatement);
      await connection.insert({ table: "messages", columns: NEW_MESSAGE_COLUMNS }, some);
    };
    return secondsOf(() => inLanes(connections, Math.ceil(rows / rowsPerStatement), insert));
  },
};

perform(sendTasks);
