import { newMessage } from "../../src/carriers/twilio/requests";
import { submitFields, type SubmitSettings } from "../../src/carriers/smpp/submit-fields";
import { isOver, secondsLeft } from "../../src/features/dispatch/validity";
import { SECOND } from "../../src/platform/time";

const jobOf = (validity?: number) => ({
  createdAt: 1_000,
  payload: { origin: "job", first: "m1", last: "m1", ...(validity === undefined ? {} : { validity }) },
});

const submission = (validitySeconds?: number) => ({
  accountId: "a",
  messageId: "m1",
  channel: "sms" as const,
  purpose: "transactional" as const,
  from: "27000",
  to: "+5511987654321",
  content: { type: "text" as const, text: "Oi" },
  segments: 1,
  attempt: 0,
  ...(validitySeconds === undefined ? {} : { validitySeconds }),
});

describe("the validity of a message", () => {
  it("ends the given number of seconds after the job's creation", () => {
    expect([60_999, 61_000].map((now) => isOver(jobOf(60), now))).toEqual([false, true]);
    expect(isOver(jobOf(), Number.MAX_SAFE_INTEGER)).toBe(false);
  });

  it("gives the carrier the remaining time, at least a second", () => {
    expect(secondsLeft(jobOf(60), 1_000 + 20 * SECOND)).toBe(40);
    expect(secondsLeft(jobOf(60), 1_000 + 59 * SECOND + 1)).toBe(1);
    expect(secondsLeft(jobOf(60), 1_000 + 90 * SECOND)).toBe(1);
    expect(secondsLeft(jobOf(), 1_000)).toBeNull();
  });

  it.each([
    [null, undefined, ""],
    [null, 600, "000000001000000R"],
    [300, 600, "000000000500000R"],
    [900, 600, "000000001000000R"],
    [900, undefined, "000000001500000R"],
  ])(
    "is by SMPP the shorter one of the connection (%j) and the message (%j)",
    (connection, message, period) => {
      const settings: SubmitSettings = {
        source_ton: null,
        source_npi: null,
        dest_ton: null,
        dest_npi: null,
        long_messages: "udh",
        gsm_data_coding: 0,
        validity_seconds: connection,
      };
      expect(submitFields(submission(message), 1, settings)[0]).toMatchObject({ validity_period: period });
    },
  );

  it("is at Twilio at most ten hours, and absent without a limit", () => {
    const fields = (validity?: number) =>
      newMessage(submission(validity), "Oi", { callbackUrl: "https://a" });
    expect(fields(600).ValidityPeriod).toBe(600);
    expect(fields(259_200).ValidityPeriod).toBe(36_000);
    expect(fields()).not.toHaveProperty("ValidityPeriod");
  });
});
