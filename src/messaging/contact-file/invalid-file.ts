import { type HeaderFault, headerFaultWords } from "./faults";

/** Error for a file that cannot be imported. The account sees the message, which has one or two sentences. */
export class InvalidFileError extends Error {
  override readonly name: string = "InvalidFileError";
}

export class InvalidHeaderError extends InvalidFileError {
  override readonly name = "InvalidHeaderError";

  constructor(readonly fault: HeaderFault) {
    super(headerFaultWords(fault));
  }
}
