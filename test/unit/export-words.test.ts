import {
  BLOCK_REASONS,
  ERROR_MESSAGES,
  PURPOSES,
  STATUSES,
} from "../../src/features/messages/export-words-pt";
import { pt } from "../../src/web/console/page/texts/pt";

describe("the export in Portuguese", () => {
  it("uses the words of the console", () => {
    expect(STATUSES).toEqual(pt.status);
    expect(PURPOSES).toEqual(pt.purpose);
    expect(pt.send.reasons).toMatchObject(BLOCK_REASONS);
    const messages = Object.entries(pt.faults).map(([code, { what }]) => [code, what]);
    expect(Object.fromEntries(messages)).toEqual(ERROR_MESSAGES);
  });
});
