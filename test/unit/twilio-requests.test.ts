import type { Submission } from "../../src/carriers/carrier";
import { formOf, unsupportedContent, newCall, newMessage } from "../../src/carriers/twilio/requests";

const deps = { callbackUrl: "https://recado.example/carriers/tw" };
const submission: Submission = {
  accountId: "a",
  messageId: "m",
  channel: "sms",
  from: "27000",
  to: "+5511987654321",
  content: { type: "text", text: "" },
  segments: 1,
  attempt: 0,
  purpose: "transactional",
};

describe("a message for Twilio", () => {
  it.each([
    ["quotation marks that Smart Encoding replaces", "“Olá” — tudo bem…?"],
    ["accents within and outside of GSM-7", "ação É à ç Ç"],
    ["characters of the extension table", "€ {[~]} \\ ^ |"],
    ["an emoji that is two UTF-16 units", "até logo 👋🏽"],
    ["white space around it", "  Oi\n"],
    ["characters with a meaning in forms", "a=b&c=d+e%20f;g"],
  ])("keeps the text unchanged: %s", (_, text) => {
    const form = new URLSearchParams(formOf(newMessage(submission, text, deps)).toString());
    expect(Object.fromEntries(form)).toEqual({
      To: "+5511987654321",
      From: "27000",
      Body: text,
      SmartEncoded: "false",
      StatusCallback: "https://recado.example/carriers/tw/status#rc=5&rp=all",
    });
  });

  it("accepts at most 1,600 characters", () => {
    const text = (length: number) =>
      unsupportedContent({ type: "text", text: "😀".repeat(length) }, new Map());
    expect(text(1_600)).toBeNull();
    expect(text(1_601)).toEqual({
      field: "text",
      message: "must have at most 1,600 characters: Twilio takes no more",
    });
  });

  it.each([
    ["audio/mpeg", null],
    ["audio/wav", null],
    ["audio/ogg", { field: "file_id", message: "cannot be sent: Twilio plays MP3 and WAV, not audio/ogg" }],
  ])("accepts or refuses a file of the type %s", (contentType, fault) => {
    const files = new Map([["f", { contentType }]]);
    expect(unsupportedContent({ type: "audio", file_id: "f" }, files)).toEqual(fault);
    expect(unsupportedContent({ type: "audio", file_id: "gone" }, files)).toBeNull();
  });
});

describe("a call for Twilio", () => {
  it("plays the file, requests the final status and detects no machine", () => {
    const form = formOf(newCall(submission, "https://recado.example/f/a.mp3?a=1&b=2", deps));
    expect([...form]).toEqual([
      ["To", "+5511987654321"],
      ["From", "27000"],
      ["Twiml", "<Response><Play>https://recado.example/f/a.mp3?a=1&amp;b=2</Play></Response>"],
      ["StatusCallback", "https://recado.example/carriers/tw/status#rc=5&rp=all"],
    ]);
  });

  it("escapes the URL", () => {
    const { Twiml } = newCall(submission, `https://x/</Play><Say a="b">'</Say>`, deps);
    expect(Twiml).toBe(
      "<Response><Play>https://x/&lt;/Play&gt;&lt;Say a=&quot;b&quot;&gt;&apos;&lt;/Say&gt;</Play></Response>",
    );
  });
});
