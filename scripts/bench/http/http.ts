import { type Bench, chosen, inTurn, progress } from "../bench";
import { Helper } from "../processes";
import type { Aim } from "../report";
import type { clientTasks, LoadResult } from "../send/client";
import { median } from "../stats";
import type { ServerTasks } from "./answers";

const CONNECTIONS = 8;
/** The key is looked at, not looked up. */
const KEY = `st_${"0".repeat(64)}`;

interface Case {
  recipients: number;
  requests: number;
  quick: number;
  bodies: number;
  aim: Aim;
}

const CASES: readonly Case[] = [
  { recipients: 1, requests: 10_000, quick: 3_000, bodies: 1_000, aim: { atMost: 1.8 } },
  { recipients: 1_000, requests: 1_000, quick: 200, bodies: 20, aim: { atMost: 1.3 } },
];

const nameOf = ({ recipients }: Pick<Case, "recipients">) => `http ${recipients}`;

/** What checking requests against the contract costs: CPU time against Express that parses the same bodies. */
export const benchHttp: Bench = async (_databases, options, report) => {
  for (const { recipients, bodies, aim, ...sizes } of chosen(CASES, options, nameOf)) {
    progress(nameOf({ recipients }));
    const requests = options.quick ? sizes.quick : sizes.requests;
    const plan = { recipients, count: bodies, contacts: bodies * recipients };
    const client = Helper.start<typeof clientTasks>("send/client.ts");
    const { profileDir } = options;
    const contract = Helper.start<ServerTasks>("http/contract-server.ts", { profileDir });
    const express = Helper.start<ServerTasks>("http/express-server.ts", { profileDir });
    const loads: (LoadResult & { rssBytes: number })[] = [];
    try {
      const sideOf = async (server: Helper<ServerTasks>) => {
        const origin = `http://127.0.0.1:${await server.ask("listen", recipients)}`;
        return async (count: number) => {
          await client.ask("aim", { origin, key: KEY, connections: CONNECTIONS, plan });
          const before = await server.ask("usage");
          const result = await client.ask("load", { first: 0, requests: count });
          const after = await server.ask("usage");
          return { ...result, rssBytes: after.rssBytes, cpuMs: (after.cpuMs - before.cpuMs) / count };
        };
      };
      const [ours, floor] = [await sideOf(contract), await sideOf(express)];
      const warmUp = Math.ceil(requests / 10);
      await ours(warmUp);
      await floor(warmUp);
      const turn = async () => {
        const result = await ours(requests);
        loads.push(result);
        return result.cpuMs;
      };
      const [comparison] = await inTurn(options.pairs, turn, [async () => (await floor(requests)).cpuMs]);
      if (!comparison) throw new Error("nothing was compared");
      report({
        ...comparison,
        bench: nameOf({ recipients }),
        db: "none",
        n: requests,
        unit: "CPU ms/request",
        aim,
        p50: median(loads.map(({ p50 }) => p50)),
        p99: median(loads.map(({ p99 }) => p99)),
        cpuMsPerRow: comparison.ours / recipients,
        rssMb: Math.max(...loads.map(({ rssBytes }) => rssBytes)) / 1e6,
        exponent: null,
      });
    } finally {
      await Promise.all([client.stop(), contract.stop(), express.stop()]);
    }
  }
};
