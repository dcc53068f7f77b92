type WithCode<Fault, Code> = Fault extends { code: infer Codes }
  ? Code extends Codes
    ? Fault
    : never
  : never;

/** Sentences of faults by code. */
export type Sentences<Fault extends { code: string }> = {
  [Code in Fault["code"]]: (fault: WithCode<Fault, Code>) => string;
};
