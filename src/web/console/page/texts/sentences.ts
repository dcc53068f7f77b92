/** The member of a union of faults that has the code. */
type WithCode<Fault, Code> = Fault extends { code: infer Codes }
  ? Code extends Codes
    ? Fault
    : never
  : never;

/** Sentences of faults by code. */
export type Sentences<Fault extends { code: string }> = {
  [Code in Fault["code"]]: (fault: WithCode<Fault, Code>) => string;
};

/** Returns the sentence of a fault. The cast is safe, because the table has its code's fault at each code. */
export const sentenceOf = <Fault extends { code: string }>(table: Sentences<Fault>, fault: Fault): string =>
  table[fault.code as Fault["code"]](fault as never);
