import { type HeaderFault, headerFaultWords } from "./faults";

/** A file that cannot be imported at all. Its message, one or two sentences, is what the account reads. */
export class BadFile extends Error {
  override readonly name: string = "BadFile";
}

/** One whose first row cannot be used. */
export class BadHeader extends BadFile {
  override readonly name = "BadHeader";

  constructor(readonly fault: HeaderFault) {
    super(headerFaultWords(fault));
  }
}
