import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";

const MODULE = resolve(__dirname, "../../src/platform/heap-growth.ts");

/** Prints the largest heap in MB of a process whose objects outlive several minor collections. */
const LOAD = `
  const { getHeapStatistics } = require("node:v8");
  const recent = [];
  let largest = 0;
  for (let index = 0; index < 1_500_000; index += 1) {
    recent[index % 400_000] = ["x" + index, [index], { index, list: [index] }];
    if (index % 1_000 === 0) largest = Math.max(largest, getHeapStatistics().used_heap_size);
  }
  console.log(Math.round(largest / 1e6));
`;

async function largestHeap(before: string): Promise<number> {
  const args = ["--import", "tsx", "-e", before + LOAD];
  // Options from the environment could limit the heap too.
  const env = { ...process.env, NODE_OPTIONS: "" };
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  return Number(stdout);
}

it("keeps the heap of a steady load far below the size that V8 allows it by default", async () => {
  const limited = await largestHeap(`require(${JSON.stringify(MODULE)}).limitHeapGrowth();`);
  expect(limited).toBeLessThan(0.85 * (await largestHeap("")));
}, 180_000);
