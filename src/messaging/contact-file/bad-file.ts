import { type HeaderFault, headerFaultWords } from "./faults";

/** Error for a file that cannot be imported. The account sees the message, which has one or two sentences. */
export class BadFile extends Error {
  override readonly name: string = "BadFile";
}

export class BadHeader extends BadFile {
  override readonly name = "BadHeader";

  constructor(readonly fault: HeaderFault) {
    super(headerFaultWords(fault));
  }
}
