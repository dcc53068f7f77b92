import type { CheckOptions, LawOptions, Progress } from "../check-options";
import type { Client } from "../client";
import type { Operation } from "../contract";
import type { Receiver } from "../receiver";
import { type Stage, StoryStopped } from "../stage";
import { type Actor, actorOf } from "./actor";
import { curlOf, type Sent } from "./curl";
import { followWith } from "./follow";
import { play, type Surroundings } from "./play";
import { shrink } from "./shrink";
import { mayNotSucceed, type Step, sequenceOf } from "./steps";
import { makeStrangers, STRANGER, type Strangers } from "./strangers";
import { isSandboxed, phoneFor, upload } from "./surroundings";
import type { Finding, Verdicts } from "./verdicts";
import { enderOf } from "./vocabulary";
import { World } from "./world";

export interface LawParts {
  options: CheckOptions;
  laws: LawOptions;
  client: Client;
  stage: Stage;
  /** Of the deployment, with its version prefix. */
  base: string;
  wanted: readonly Operation[];
  /** Takes the events; a sentence where there is none. */
  receiver: Receiver | string;
  verdicts: Verdicts;
  route(target: string, base: string): void;
  tell(change: Partial<Progress>): void;
}

/** So many violations are made short; further ones are shown as they were found. */
const MOST_SHRUNK = 6;

/** Tries the laws of the wanted operations by a random sequence for each tag, and makes short what violates one. */
export async function tryLaws(parts: LawParts): Promise<void> {
  const { options, laws, client, stage, base, wanted, receiver, tell } = parts;
  let strangers: Strangers | null = null;
  try {
    if (laws.otherKey !== null) {
      parts.route(STRANGER, base);
      strangers = await makeStrangers(client, laws.otherKey, stage.prefix);
    }
    const around: Surroundings = {
      upload,
      sandboxed: isSandboxed(stage),
      strangers: strangers?.ids ?? new Map(),
      follow: typeof receiver === "string" ? receiver : followWith(receiver),
    };
    let left = laws.seconds * 1_000;
    let shrunk = 0;
    const tags = [...new Set(wanted.map((one) => one.tag))];
    for (const [place, tag] of tags.entries()) {
      if (options.signal?.aborted) break;
      tell({ part: `laws of ${tag}` });
      const subjects = wanted.filter((one) => one.tag === tag);
      const scoped = { ...parts, wanted: subjects };
      const steps = sequenceOf(tag, subjects, laws.seed, options);
      // Each tag has its share of what is left, so that the last ones are tried too.
      const first = await playAll(scoped, steps, around, { mostMs: left / (tags.length - place) });
      left -= first.spentMs;
      for (const { finding, index } of first.broken) {
        const isNew = !parts.verdicts.isBroken(finding);
        parts.verdicts.add(finding);
        if (!isNew) continue;
        const some = steps.slice(0, index + 1);
        const sent = first.sent.slice(0, first.sentBy[index]);
        parts.verdicts.explain(finding, {
          curl: curlOf(sent, finding.faults),
          requests: { least: sent.length, first: sent.length },
        });
        if (laws.tries === 0 || ++shrunk > MOST_SHRUNK || options.signal?.aborted) continue;
        tell({ part: `makes a violation of ${finding.law} short` });
        await makeShort(scoped, some, finding, around, sent.length);
      }
    }
  } finally {
    await strangers?.end();
  }
}

/** Plays parts of a sequence again until as little as possible is left of it that shows the violation. */
async function makeShort(
  parts: LawParts,
  steps: readonly Step[],
  finding: Finding,
  around: Surroundings,
  firstCount: number,
): Promise<void> {
  const fails = async (some: readonly Step[]): Promise<boolean> => {
    if (parts.options.signal?.aborted) return false;
    const { broken, sent, sentBy } = await playAll(parts, some, around, {});
    const again = broken.find(
      (one) => one.finding.law === finding.law && one.finding.operation === finding.operation,
    );
    if (again === undefined) return false;
    const least = sent.slice(0, sentBy[again.index]);
    parts.verdicts.explain(finding, {
      faults: again.finding.faults,
      curl: curlOf(least, again.finding.faults),
      requests: { least: least.length, first: firstCount },
    });
    return true;
  };
  await shrink(steps, fails, parts.laws.tries);
}

/** What takes longer has waited for the account's rate limit. */
const LONGEST_MS = 2_000;

interface Played {
  broken: readonly { finding: Finding; index: number }[];
  sent: readonly Sent[];
  /** How many requests had gone out after each step. */
  sentBy: readonly number[];
  spentMs: number;
}

let worlds = 0;

/** Plays a sequence in a world of its own, and takes away what it made. */
async function playAll(
  parts: LawParts,
  steps: readonly Step[],
  around: Surroundings,
  { mostMs }: { mostMs?: number },
): Promise<Played> {
  const { client, options, base, stage, verdicts } = parts;
  const isFirst = mostMs !== undefined;
  const world = new World({
    tag: `${stage.prefix}-${++worlds}`,
    now: Date.now,
    phone: (lastDigits) => phoneFor(stage, lastDigits),
  });
  const broken: { finding: Finding; index: number }[] = [];
  let index = 0;
  let step: Step | null = null;
  let spentMs = 0;
  const { actor, sent } = actorOf({
    client,
    key: options.key,
    base,
    world,
    subjects: parts.wanted,
    onSpent: (ms) => void (spentMs += Math.min(ms, LONGEST_MS)),
    onFinding(finding) {
      if (finding.faults.length > 0) broken.push({ finding, index });
      else if (isFirst) verdicts.add(finding);
    },
    onUntried: (untried) => void (isFirst && verdicts.unable(untried)),
    onAnswer(operation, status) {
      if (step !== null && operation === step.operation && !mayNotSucceed(step))
        stage.attempt(operation, status);
    },
    onNote: (law, operation, words) => void (isFirst && verdicts.note(law, operation, words)),
  });
  const sentBy: number[] = [];
  for (step of steps) {
    if (mostMs === undefined || spentMs < mostMs) await tryStep(actor, step, around);
    else verdicts.outOfTime(step.operation);
    sentBy.push(sent.length);
    index += 1;
  }
  await endAll(parts, world);
  return { broken, sent, sentBy, spentMs };
}

/** Answers may be of any form: a step that cannot go on with one ends, and what judges forms has told. */
async function tryStep(actor: Actor, step: Step, around: Surroundings): Promise<void> {
  try {
    await play(actor, step, around);
  } catch (error) {
    if (!(error instanceof StoryStopped)) throw error;
  }
}

/** Takes away what a sequence made and did not end itself, the newest first. */
async function endAll({ client, options }: LawParts, world: World): Promise<void> {
  for (const { kind, params } of world.things.filter(({ alive }) => alive).reverse()) {
    const operation = enderOf(kind);
    if (operation === null) continue;
    await client.send({
      operation,
      request: { params },
      key: options.key,
      purpose: "cleans up",
      expected: null,
    });
  }
}
