/** Member of a union of faults with a certain `code`. */
type WithCode<Fault, Code> = Fault extends { code: infer Codes }
  ? Code extends Codes
    ? Fault
    : never
  : never;

/** Functions that return the sentence of a fault, by the fault's code. */
export type Sentences<Fault extends { code: string }> = {
  [Code in Fault["code"]]: (fault: WithCode<Fault, Code>) => string;
};

/** Returns the sentence of a fault. The cast is safe: each function takes the fault with its code. */
export const sentenceOf = <Fault extends { code: string }>(table: Sentences<Fault>, fault: Fault): string =>
  table[fault.code as Fault["code"]](fault as never);
