/** Sentence of the error of a message that a carrier may have taken. The console translates it. */
export const AMBIGUOUS_OUTCOME = "it is not known whether the carrier took the message";
