import type { Databases } from "./databases";
import type { Options } from "./options";
import type { Result } from "./report";
import { type Comparison, compare, type Pair } from "./stats";

/** Runs one benchmark, handing over each result as soon as it is there. */
export type Bench = (
  databases: Databases,
  options: Options,
  report: (result: Result) => void,
) => Promise<void>;

/** The cases that were asked for. Names are compared word by word, so that "send 1" is not "send 1000" as well. */
export function chosen<T>(
  cases: readonly T[],
  { only }: Pick<Options, "only">,
  name: (one: T) => string,
): T[] {
  return cases.filter((one) => only === null || ` ${name(one)} `.includes(` ${only} `));
}

/** A turn of one side: answers its rate or cost. */
export type Turn = (turn: number) => Promise<number>;

/**
 * Takes the real thing and its floors in turn, A B A B …, so that each pair sees the machine in the same mood. `before`
 * runs ahead of each turn. One comparison a floor, in their order.
 */
export async function inTurn(
  pairs: number,
  ours: Turn,
  floors: readonly Turn[],
  before: () => Promise<void> = async () => {},
): Promise<Comparison[]> {
  const measured: Pair[][] = floors.map(() => []);
  for (let turn = 0; turn < pairs; turn += 1) {
    await before();
    const mine = await ours(turn);
    for (const [index, floor] of floors.entries()) {
      await before();
      measured[index]?.push({ ours: mine, floor: await floor(turn) });
    }
  }
  return measured.map(compare);
}

/** Ends a benchmark whose work was not done: its figures would mean nothing. */
export function assertEqual(what: string, actual: unknown, expected: unknown): void {
  const [found, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (found !== wanted) throw new Error(`The work was not done: ${what} is ${found}, not ${wanted}`);
}

/** Tells a person who waits what is going on. */
export const progress = (text: string) => void process.stderr.write(`· ${text}\n`);
