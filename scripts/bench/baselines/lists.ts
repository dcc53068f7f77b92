// The baseline of `lists`: the bare query of a page, without its total.
import type { DatabaseAddress } from "../databases";
import { perform } from "../processes";
import { type Bare, openBare } from "../sql";

let connection: Bare | null = null;

export const listsTasks = {
  async open(address: DatabaseAddress): Promise<void> {
    connection = await openBare(address);
  },

  /** Runs each query. Returns their durations in milliseconds. */
  async query(statements: string[]): Promise<number[]> {
    const latencies: number[] = [];
    for (const sql of statements) {
      const started = performance.now();
      await connection?.run(sql);
      latencies.push(performance.now() - started);
    }
    return latencies;
  },
};

perform(listsTasks);
