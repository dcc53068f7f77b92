import { AMBIGUOUS } from "../../src/features/dispatch/resubmission-policy";
import type { MessageErrorCode } from "../../src/features/messages/message";
import {
  BLOCK_REASONS,
  ERROR_MESSAGES,
  errorText,
  EXPIRIES,
  PURPOSES,
  STATUSES,
  UNKNOWN_OUTCOME,
} from "../../src/features/messages/export-words-pt";
import { EXPIRY, type ExpiryCause } from "../../src/messaging/expiry";
import { pt } from "../../src/web/console/page/texts/pt";

describe("the export in Portuguese", () => {
  it("uses the words of the console", () => {
    expect(STATUSES).toEqual(pt.status);
    expect(PURPOSES).toEqual(pt.purpose);
    expect(pt.send.reasons).toMatchObject(BLOCK_REASONS);
    const whatOf = (words: Readonly<Record<string, { what: string }>>) =>
      Object.fromEntries(Object.entries(words).map(([key, { what }]) => [key, what]));
    expect(whatOf(pt.faults)).toEqual(ERROR_MESSAGES);
    expect(whatOf(pt.expiries)).toEqual(EXPIRIES);
    expect(pt.unknownOutcome.what).toBe(UNKNOWN_OUTCOME);
  });

  it.each(Object.keys(EXPIRY) as ExpiryCause[])("states the cause %s of an expired message", (cause) => {
    expect(errorText({ code: "expired", message: EXPIRY[cause] })).toBe(EXPIRIES[cause]);
  });

  it("says that the outcome of a message is unknown", () => {
    expect(errorText(AMBIGUOUS)).toBe("Não se sabe se a operadora recebeu a mensagem.");
  });

  it.each<[MessageErrorCode, string]>([
    ["missing_variable", "no value for nome, pedido"],
    ["content_too_long", "12 segments, at most 10 are sent"],
    ["not_encodable", "the text has characters without a counterpart in GSM-7: 😀"],
    ["carrier_rejected", "Saldo insuficiente"],
    ["carrier_unreachable", "no response within 30 seconds"],
    ["undeliverable", "the handset could not be reached"],
    ["expired", "it waited too long in the sender's queue"],
  ])("appends the details of %s", (code, message) => {
    expect(errorText({ code, message })).toBe(`${ERROR_MESSAGES[code]} (${message})`);
  });

  it("omits a message that says no more than the code", () => {
    expect(errorText({ code: "landline", message: "a fixed line takes no SMS" })).toBe(
      ERROR_MESSAGES.landline,
    );
  });
});
