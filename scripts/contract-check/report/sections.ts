import type { CheckResult } from "../run";
import { invariantsSection } from "./invariants";
import type { Section } from "./section";
import { statusSection } from "./statuses";

export const sectionsOf = ({ coverage, invariants }: CheckResult): readonly Section[] => [
  statusSection(coverage),
  ...(invariants !== null && invariants.cells.length > 0 ? [invariantsSection(invariants)] : []),
];
