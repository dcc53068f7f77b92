import { aligned } from "../tools/aligned";
import { type Element, elementsOf, type Kind, KINDS } from "./elements";
import type { Model } from "./model";
import { Declarations, handlersIn } from "./places";
import type { Recording } from "./recording";

/** An element of the contract that no code reads or that no test exercised. */
interface Untouched {
  kind: Kind;
  operation: string;
  name: string;
  /** File and line of the declaration. */
  declared: string;
  /** File and line of the operation's handler; null for events and security schemes. */
  handler: string | null;
}

interface Figure {
  kind: Kind;
  touched: number;
  declared: number;
}

export interface ContractCoverage {
  figures: readonly Figure[];
  untouched: readonly Untouched[];
}

interface Evidence {
  recording: Recording;
  /** Whether code of the service reads a parameter or body field. */
  isRead: (element: Element) => boolean;
  contract: string;
  root: string;
}

export function coverageOf(model: Model, { recording, isRead, contract, root }: Evidence): ContractCoverage {
  const elements = elementsOf(model);
  const isTouched = (element: Element) =>
    element.kind === "parameter" || element.kind === "body field"
      ? isRead(element)
      : recording.has(element.fact);
  const untouched = elements.filter((element) => !isTouched(element));
  const declarations = new Declarations(contract);
  const handlers = handlersIn(root);
  const count = (among: readonly Element[], kind: Kind) => among.filter((one) => one.kind === kind).length;
  return {
    figures: (Object.keys(KINDS) as Kind[]).map((kind) => {
      const declared = count(elements, kind);
      return { kind, declared, touched: declared - count(untouched, kind) };
    }),
    untouched: untouched.map(({ kind, operation, name, pointer }) => ({
      kind,
      operation,
      name,
      declared: declarations.placeOf(pointer),
      handler: handlers.get(operation) ?? null,
    })),
  };
}

export function toText({ figures, untouched }: ContractCoverage): string {
  const list = untouched.map(({ kind, operation, name, declared, handler }) => [
    kind,
    operation,
    name,
    declared,
    handler ?? "",
  ]);
  const counts = figures.map(({ kind, touched, declared }) => [KINDS[kind], `${touched} of ${declared}`]);
  const all = figures.reduce((sum, { declared }) => sum + declared, 0);
  const verdict =
    untouched.length === 0
      ? `All ${all} elements of the contract were touched.`
      : `${untouched.length} of ${all} elements of the contract are neither read by code nor seen by tests.`;
  const heads = ["Untouched", "operation", "element", "declared", "handler"];
  return [
    ...(list.length > 0 ? aligned([heads, ...list]) : []),
    "",
    ...aligned(counts),
    "",
    verdict,
    "",
  ].join("\n");
}
