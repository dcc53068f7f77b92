import type { OperationId } from "../../../generated/server/binding";
import type { InvariantOptions } from "../check-options";
import { OTHER_ACCOUNT } from "../client";
import { type Context, ScenarioStopped } from "../context";
import { operationOfId } from "../contract";
import type { Run } from "../run-parts";
import { type InvariantClient, SequenceClients } from "./invariant-client";
import { curlOf, type Sent } from "./curl";
import { runStep } from "./run-step";
import { shrink } from "./shrink";
import { type Step, sequenceOf } from "./steps";
import { makeForeignIds, NO_FOREIGN_IDS } from "./foreign-ids";
import { type Environment, isSandboxed, phoneFor } from "./environment";
import { type Finding, Verdicts } from "./verdicts";
import { deleterOf, namesOfInvariants } from "./vocabulary";
import { Model } from "./model";

interface InvariantRun extends Run {
  verdicts: Verdicts;
  invariants: InvariantOptions;
  context: Context;
  environment: Environment;
}

/** Maximum number of violations whose sequence is shortened. The report shows further sequences in full. */
const MAX_SHRUNK = 6;

/** Tries the invariants with a random sequence for each tag. Shortens violating sequences. */
export async function tryInvariants(run: Run, context: Context): Promise<void> {
  const { options, verdicts, client, base, tested, receiver, report } = run;
  const { invariants } = options;
  if (verdicts === null || !invariants) return;
  let foreignIds = NO_FOREIGN_IDS;
  if (invariants.otherKey !== null) {
    run.route(OTHER_ACCOUNT, base);
    const { prefix } = context;
    const { readOnly } = options;
    foreignIds = await makeForeignIds(client, { key: invariants.otherKey, prefix, readOnly });
  }
  const environment = {
    sandboxed: isSandboxed(context),
    foreignIds,
    receiver,
    delayed: new Set<OperationId>(),
  };
  let left = invariants.seconds * 1_000;
  let shrunk = 0;
  const tags = [...new Set(tested.map((one) => one.tag))];
  for (const [place, tag] of tags.entries()) {
    if (options.signal?.aborted) break;
    report({ part: `invariants of ${tag}` });
    const subjects = tested.filter((one) => one.tag === tag);
    const scoped = { ...run, verdicts, invariants, context, environment, tested: subjects };
    const steps = sequenceOf(tag, subjects, invariants.seed, options);
    // Divide the remaining time among the remaining tags, so that the last tags are tried too.
    const first = await runSequence(scoped, steps, left / (tags.length - place));
    left -= first.spentMs;
    for (const violation of first.violations) {
      const { finding, sent } = violation;
      const isNew = !verdicts.isBroken(finding);
      verdicts.add(finding);
      if (!isNew) continue;
      const requests = { least: sent.length, first: sent.length };
      verdicts.explain(finding, { curl: curlOf(sent, finding.faults), requests });
      if (invariants.tries === 0 || ++shrunk > MAX_SHRUNK || options.signal?.aborted) continue;
      report({ part: `shortens a violation of ${finding.invariant}` });
      await shorten(scoped, violation);
    }
  }
}

interface Violation {
  finding: Finding;
  steps: readonly Step[];
  sent: readonly Sent[];
}

/** Repeats parts of a sequence to find a shorter one with the same violation. */
async function shorten(run: InvariantRun, { finding, steps, sent }: Violation): Promise<void> {
  const { invariant, operation } = finding;
  const fails = async (some: readonly Step[]): Promise<boolean> => {
    if (run.options.signal?.aborted) return false;
    const again = (await runSequence(run, some, null)).violations.find(
      (one) => one.finding.invariant === invariant && one.finding.operation === operation,
    );
    if (again === undefined) return false;
    const { faults } = again.finding;
    const requests = { least: again.sent.length, first: sent.length };
    run.verdicts.explain(finding, { faults, curl: curlOf(again.sent, faults), requests });
    return true;
  };
  await shrink(steps, fails, run.invariants.tries);
}

let models = 0;

/**
 * Runs a sequence with an empty model, then deletes the created resources. `maxMs` is null for the repetition
 * of a sequence, which has no time limit and does not count as a try.
 */
async function runSequence(
  run: InvariantRun,
  steps: readonly Step[],
  maxMs: number | null,
): Promise<{ violations: readonly Violation[]; spentMs: number }> {
  const { context, verdicts } = run;
  const model = new Model(`${context.prefix}-${++models}`, (digits) => phoneFor(context, digits));
  const clients = new SequenceClients(run, model, maxMs === null ? new Verdicts([]) : verdicts);
  const violations: Violation[] = [];
  for (const [index, step] of steps.entries()) {
    if (maxMs === null || clients.spentMs < maxMs) await tryStep(clients.clientFor(step), step, run);
    else verdicts.outOfTime(step.operation);
    for (const finding of clients.violations.splice(0))
      violations.push({ finding, steps: steps.slice(0, index + 1), sent: [...clients.sent] });
  }
  await deleteAll(run, model);
  return { violations, spentMs: clients.spentMs };
}

/** Runs a step. Skips the rest of the step if a preparation fails, such as the search for a free number. */
async function tryStep(client: InvariantClient, step: Step, { environment }: InvariantRun): Promise<void> {
  try {
    await runStep(client, step, environment);
  } catch (error) {
    if (!(error instanceof ScenarioStopped)) throw error;
    for (const invariant of namesOfInvariants(operationOfId(step.operation)))
      client.unable(invariant, error.message);
  }
}

/** Deletes the remaining resources of a sequence, newest first. */
async function deleteAll({ client, options }: InvariantRun, model: Model): Promise<void> {
  for (const { kind, params } of model.resources.filter(({ alive }) => alive).reverse()) {
    const operation = deleterOf(kind);
    if (operation === null) continue;
    const about = { key: options.key, purpose: "cleans up", expected: null };
    await client.send({ operation, request: { params }, ...about });
  }
}
