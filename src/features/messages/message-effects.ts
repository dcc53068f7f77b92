import type { Statement } from "../../platform/db/bulk";
import type { Db } from "../../platform/db/dialect";
import type { Question } from "../../platform/db/statement-batch";
import type { Instant } from "../../platform/time";
import type { Wake } from "../../queue/job";
import type { Transition } from "./transitions";

/** Changes of an account's messages that one transaction writes. */
export interface MessageChanges {
  accountId: string;
  now: Instant;
  /** Whether the messages are new, and these the statuses that they begin with. */
  created: boolean;
  /** Whether any of the messages carries rules of its template. */
  withFollowUps: boolean;
  /** Every status that was entered, in order; made only where somebody asks. */
  transitions(): readonly Transition[];
}

/**
 * What follows elsewhere from changes of messages. Effects are registered where the service is put together: messages do
 * not know what follows from them.
 */
export interface MessageEffect {
  /** Writes it, in the transaction of the changes; answers what to wake once that is committed. */
  write(trx: Db, changes: MessageChanges): Promise<readonly Wake[]>;
  /** Whether anything follows from new messages that nothing but `write` writes. */
  needsTransaction(created: MessageChanges): boolean;
  /** How it is written along with other statements: by sends to few, and by changes of what is there. */
  together?: EffectTogether;
}

/** An effect that can be asked for and written in one go with others. Its statements depend on no others. */
export interface EffectTogether {
  /** Whom of the account it concerns. */
  question(accountId: string): Question<never, readonly string[]>;
  statements(db: Db, changed: readonly ConcernedChanges[]): (Statement | null)[];
  /** What to wake once they are written. */
  wakes(accountId: string, concerned: readonly string[]): readonly Wake[];
}

export interface ConcernedChanges {
  changes: MessageChanges;
  /** The answer to the question. */
  concerned: readonly string[];
}

/** What a part needs that changes messages. */
export interface MessageEffects {
  messageEffects: readonly MessageEffect[];
}

/** Has every effect written, in the order in which they are registered; answers what to wake after the commit. */
export async function writeEffects(
  { messageEffects }: MessageEffects,
  trx: Db,
  changes: MessageChanges,
): Promise<Wake[]> {
  const wakes: Wake[] = [];
  for (const effect of messageEffects) wakes.push(...(await effect.write(trx, changes)));
  return wakes;
}

/** The same for those alone that are not written together. */
export const writeOtherEffects = (
  { messageEffects }: MessageEffects,
  trx: Db,
  changes: MessageChanges,
): Promise<Wake[]> =>
  writeEffects({ messageEffects: messageEffects.filter(({ together }) => !together) }, trx, changes);

/** Those that can be written together. */
export const effectsTogether = ({ messageEffects }: MessageEffects): EffectTogether[] =>
  messageEffects.flatMap(({ together }) => together ?? []);
