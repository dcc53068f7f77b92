import {
  BLOCK_REASONS,
  ERROR_MESSAGES,
  PURPOSES,
  STATUSES,
} from "../../src/features/messages/export-words-pt";
import { pt } from "../../src/web/console/page/texts/pt";

describe("the words of the export in Portuguese", () => {
  it("are the same as in the console", () => {
    expect(STATUSES).toEqual(pt.status);
    expect(PURPOSES).toEqual(pt.purpose);
    expect(pt.send.reasons).toMatchObject(BLOCK_REASONS);
    const messages = Object.entries(pt.faults).map(([code, { what }]) => [code, what]);
    expect(Object.fromEntries(messages)).toEqual(ERROR_MESSAGES);
  });
});
