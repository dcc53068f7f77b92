import type { App } from "../../src/app/app";
import {
  countOld,
  RETENTION_KINDS,
  type RetentionKind,
  type RetentionSettings,
  retentionSteps,
} from "../../src/features/retention/retention";
import type { MeasuredSize } from "../../src/platform/db/batch-size";

type RetentionCounts = Record<RetentionKind, number>;

const forEver = {
  retainMessagesDays: 0,
  retainInboundDays: 0,
  retainContentDays: 0,
  retainEventsDays: 0,
} as const;

/** The service's settings, with nothing deleted except what `days` says. */
const settingsOf = ({ config }: App, days: Partial<RetentionSettings>): RetentionSettings => ({
  ...config,
  ...forEver,
  ...days,
});

const fixedSize = (rows: number): MeasuredSize => ({
  rows,
  measure: (batch) => batch(),
});

interface RunOptions {
  /** Maximum number of transactions. */
  steps?: number;
  rowsAtOnce?: number;
  afterStep?: () => Promise<unknown>;
}

/**
 * Applies retention to messages and inbound records. Returns the rows by kind. Throws if an account or a file
 * fails.
 */
export async function retain(
  app: App,
  days: Partial<RetentionSettings>,
  { steps = Infinity, rowsAtOnce, afterStep }: RunOptions = {},
): Promise<RetentionCounts> {
  const counts = Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, 0])) as RetentionCounts;
  const failed = (error: unknown) => {
    throw error;
  };
  let done = 0;
  const deps = {
    ...app,
    config: settingsOf(app, days),
    failed,
    ...(rowsAtOnce && { size: fixedSize(rowsAtOnce) }),
  };
  for await (const { kind, rows } of retentionSteps(deps)) {
    counts[kind] += rows;
    if (++done >= steps) break;
    await afterStep?.();
  }
  return counts;
}

export const countOldOf = (app: App, days: Partial<RetentionSettings>): Promise<RetentionCounts> =>
  countOld({ db: app.db, config: settingsOf(app, days), now: app.clock.now() });
