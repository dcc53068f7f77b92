import ts from "typescript";

/** Maximum nesting depth of compared types. Recursive types would otherwise be compared without end. */
const MAX_DEPTH = 8;

const COMPARED = ts.TypeFlags.Object | ts.TypeFlags.Intersection | ts.TypeFlags.TypeParameter;

/**
 * Finds which declared properties code reads by name. For a value that is passed as another type, reads of
 * the same property of that type count too. Enumerating or copying a whole object does not count.
 */
export class PropertyFlow {
  private readonly read = new Set<ts.Declaration>();
  private readonly passedAs = new Map<ts.Declaration, Set<ts.Declaration>>();
  private readonly compared = new Map<ts.Type, Set<ts.Type>>();

  constructor(private readonly checker: ts.TypeChecker) {}

  isRead(property: ts.Declaration, done = new Set<ts.Declaration>()): boolean {
    if (this.read.has(property)) return true;
    if (done.has(property)) return false;
    done.add(property);
    return [...(this.passedAs.get(property) ?? [])].some((other) => this.isRead(other, done));
  }

  /** Records the properties that a syntax tree reads and the values that it passes. */
  visit(node: ts.Node): void {
    if (ts.isTypeNode(node)) return;
    this.findReads(node);
    if (ts.isExpression(node)) this.findPasses(node);
    ts.forEachChild(node, (child) => this.visit(child));
  }

  private findReads(node: ts.Node): void {
    const { checker } = this;
    if (ts.isPropertyAccessExpression(node)) {
      this.reads(checker.getTypeAtLocation(node.expression), node.name.text);
    } else if (ts.isElementAccessExpression(node)) {
      this.readsKeys(checker.getTypeAtLocation(node.expression), node.argumentExpression);
    } else if (ts.isObjectBindingPattern(node)) {
      for (const { dotDotDotToken, propertyName, name } of node.elements) {
        const key = propertyName ?? name;
        if (!dotDotDotToken && (ts.isIdentifier(key) || ts.isStringLiteral(key))) {
          this.reads(checker.getTypeAtLocation(node), key.text);
        }
      }
    } else if (ts.isCallExpression(node)) {
      // A call such as `timeWindow(query, "from", "to")` reads the named properties of the object.
      for (const value of node.arguments) {
        for (const key of node.arguments) {
          if (ts.isStringLiteral(key)) this.readsKeys(checker.getTypeAtLocation(value), key);
        }
      }
    }
  }

  private readsKeys(type: ts.Type, key: ts.Expression): void {
    const keys = this.checker.getTypeAtLocation(key);
    for (const one of keys.isUnion() ? keys.types : [keys]) {
      if (one.isStringLiteral()) this.reads(type, one.value);
    }
  }

  private reads(type: ts.Type, name: string): void {
    const property = this.checker.getPropertyOfType(this.checker.getNonNullableType(type), name);
    for (const one of declarationsOf(property)) this.read.add(one);
  }

  private findPasses(node: ts.Expression): void {
    const { checker } = this;
    const contextual = checker.getContextualType(node);
    if (contextual) this.passes(checker.getTypeAtLocation(node), contextual);
    if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) {
      this.passes(checker.getTypeAtLocation(node.expression), checker.getTypeFromTypeNode(node.type));
    }
    if (ts.isCallExpression(node)) {
      // For a generic parameter, the contextual type is only the type of the argument. The declaration has
      // the constraint.
      const parameters = checker.getResolvedSignature(node)?.declaration?.parameters ?? [];
      node.arguments.forEach((argument, index) => {
        const parameter = parameters[index];
        if (parameter) this.passes(checker.getTypeAtLocation(argument), checker.getTypeAtLocation(parameter));
      });
    }
  }

  private passes(from: ts.Type, to: ts.Type, depth = 0): void {
    if (from === to || depth > MAX_DEPTH) return;
    const compared = this.compared.get(from) ?? new Set();
    this.compared.set(from, compared);
    if (compared.has(to)) return;
    compared.add(to);
    if (from.isUnion() || to.isUnion()) {
      for (const one of partsOf(from)) for (const other of partsOf(to)) this.passes(one, other, depth);
    } else if (from.flags & COMPARED && to.flags & COMPARED) {
      this.passesParts(this.checker.getApparentType(from), this.checker.getApparentType(to), depth + 1);
    }
  }

  private passesParts(from: ts.Type, to: ts.Type, depth: number): void {
    const [item, otherItem] = [from.getNumberIndexType(), to.getNumberIndexType()];
    if (item && otherItem) return this.passes(item, otherItem, depth);
    this.passesCalls(from, to, depth);
    for (const other of to.getProperties()) {
      const own = from.getProperty(other.name);
      const targets = declarationsOf(other);
      if (!own || targets.length === 0) continue;
      for (const one of declarationsOf(own)) {
        const known = this.passedAs.get(one) ?? new Set();
        this.passedAs.set(one, known);
        for (const target of targets) known.add(target);
      }
      this.passes(this.checker.getTypeOfSymbol(own), this.checker.getTypeOfSymbol(other), depth);
    }
  }

  /** Compares the parameters and result of a function with the function type that it is passed as. */
  private passesCalls(from: ts.Type, to: ts.Type, depth: number): void {
    const [own, other] = [from.getCallSignatures()[0], to.getCallSignatures()[0]];
    if (!own || !other) return;
    own.parameters.forEach((parameter, index) => {
      const given = other.parameters[index];
      if (given) {
        this.passes(this.checker.getTypeOfSymbol(given), this.checker.getTypeOfSymbol(parameter), depth);
      }
    });
    this.passes(own.getReturnType(), other.getReturnType(), depth);
  }
}

export const partsOf = (type: ts.Type): readonly ts.Type[] => (type.isUnion() ? type.types : [type]);

/** Returns the declarations of a property in the project; a union has one per branch. */
export const declarationsOf = (property: ts.Symbol | undefined): readonly ts.Declaration[] =>
  (property?.declarations ?? []).filter((one) => !one.getSourceFile().fileName.includes("/node_modules/"));
