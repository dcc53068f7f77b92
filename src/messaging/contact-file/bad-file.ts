import { type HeaderFault, headerFaultWords } from "./faults";

/** A file that cannot be imported at all. The message, one or two sentences, is shown to the account. */
export class BadFile extends Error {
  override readonly name: string = "BadFile";
}

/** A file whose first row cannot be used. */
export class BadHeader extends BadFile {
  override readonly name = "BadHeader";

  constructor(readonly fault: HeaderFault) {
    super(headerFaultWords(fault));
  }
}
