import { type Element, elementsOf, type Kind } from "./elements";
import type { Recording } from "./facts";
import type { Model } from "./model";
import { Declarations, handlersIn } from "./places";

/** Something that the contract declares and nobody touched. */
export interface Untouched {
  kind: Kind;
  operation: string;
  name: string;
  /** The line of the YAML that declares it. */
  declared: string;
  /** Where the code is that should touch it; null where it is no single handler. */
  handler: string | null;
}

export interface Figure {
  kind: Kind;
  touched: number;
  declared: number;
}

/** A tag's operation, with how much of its own was touched. */
export interface OperationFigures {
  id: string;
  tag: string;
  method: string;
  path: string;
  figures: readonly Figure[];
}

export interface ContractCoverage {
  operations: readonly OperationFigures[];
  figures: readonly Figure[];
  untouched: readonly Untouched[];
}

/** In the order of reports, with what each is called there. */
export const KINDS: Readonly<Record<Kind, string>> = {
  parameter: "Parameters read",
  "body field": "Body fields read",
  value: "Values seen",
  status: "Statuses answered",
  header: "Headers sent",
  "reply field": "Reply fields filled",
  event: "Event fields sent",
  security: "Security schemes used",
};

const kinds = Object.keys(KINDS) as Kind[];

function figuresOf(elements: readonly Element[]): Figure[] {
  return kinds.map((kind) => {
    const own = elements.filter((element) => element.kind === kind);
    return { kind, declared: own.length, touched: own.filter(({ touched }) => touched).length };
  });
}

export interface Sources {
  /** The folder of the contract's files. */
  contract: string;
  /** The folder of the project, in which the handlers are. */
  root: string;
}

/** What was touched of the contract, and what was not. */
export function coverageOf(
  model: Model,
  recording: Recording,
  { contract, root }: Sources,
): ContractCoverage {
  const elements = elementsOf(model, recording);
  const declarations = new Declarations(contract);
  const handlers = handlersIn(root);
  return {
    operations: [...model.operations, ...model.events].map(({ id, tag, method, path }) => ({
      ...{ id, tag, method, path },
      figures: figuresOf(elements.filter(({ operation }) => operation === id)),
    })),
    figures: figuresOf(elements),
    untouched: elements
      .filter(({ touched }) => !touched)
      .map(({ kind, operation, name, pointer }) => ({
        ...{ kind, operation, name },
        declared: declarations.placeOf(pointer),
        handler: handlers.get(operation) ?? null,
      })),
  };
}

/** Rounded down: only all of it is 100 %. */
export const percentOf = ({ touched, declared }: Pick<Figure, "touched" | "declared">): string =>
  declared === 0 ? "" : `${(Math.floor((touched / declared) * 1_000) / 10).toFixed(1)} %`;

export const sum = (figures: readonly Figure[]): Pick<Figure, "touched" | "declared"> => ({
  touched: figures.reduce((all, { touched }) => all + touched, 0),
  declared: figures.reduce((all, { declared }) => all + declared, 0),
});
