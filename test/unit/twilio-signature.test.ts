import fc from "fast-check";
import { signatureOf, signedForm } from "../../src/carriers/twilio/signature";
import { Problem } from "../../src/platform/problem";

// The token, URL, parameters and signatures of the tests of twilio-node, spec/validation.spec.js.
const TOKEN = "12345";
const URL_ = "https://mycompany.com/myapp.php?foo=1&bar=2";
const CALL = {
  CallSid: "CA1234567890ABCDE",
  Caller: "+14158675309",
  Digits: "1234",
  From: "+14158675309",
  To: "+18005551212",
};
const JSON_BODY = '{"property": "value", "boolean": true}';
const JSON_HASH = "0a1ff7634d9ab3b95db5c9a2dfe9416e41502b283a80c7cf19632632f96e6620";

interface Posted {
  url?: string;
  form?: [string, string][];
  body?: string;
  type?: string;
  signature?: string | undefined;
}

const posted = ({ url = URL_, form = Object.entries(CALL), body, type, signature }: Posted) => ({
  url,
  body: Buffer.from(body ?? new URLSearchParams(form).toString()),
  headers: {
    "content-type": type ?? "application/x-www-form-urlencoded; charset=UTF-8",
    "x-twilio-signature": signature,
  },
});

const refusal = (one: Posted): unknown => {
  try {
    signedForm(posted(one), TOKEN);
    return null;
  } catch (error) {
    return error;
  }
};

describe("a request signed by Twilio", () => {
  it.each<[string, Posted]>([
    ["a form", { signature: "RSOYDt4T1cUTdK1PDd93/VVr8B8=" }],
    [
      "a form at an https URL with a port that was not signed",
      { url: URL_.replace(".com", ".com:1234"), signature: "RSOYDt4T1cUTdK1PDd93/VVr8B8=" },
    ],
    [
      "a form at an http URL with a port",
      {
        url: URL_.replace(".com", ".com:1234").replace("https", "http"),
        signature: "Zmvh+3yNM1Phv2jhDCwEM3q5ebU=",
      },
    ],
    ["a form at an https URL signed with port 443", { signature: "kvajT1Ptam85bY51eRf/AJRuM3w=" }],
    [
      "a form at an http URL signed with port 80",
      { url: URL_.replace("https", "http"), signature: "0ZXoZLH/DfblKGATFgpif+LLRf4=" },
    ],
    [
      "several values of one name",
      {
        form: [
          ["MessagingBinding.Address", "+1415xxxxxxx"],
          ["MessagingBinding.Address", "+1325xxxxxxx"],
        ],
        signature: "83O6e2vORAoJHUNzJjDWN1jz+BA=",
      },
    ],
    [
      "one name that another begins with, and a value given twice",
      {
        form: [
          ["Sid", "CA123"],
          ["SidAccount", "AC123"],
          ["Digits", "5678"],
          ["Digits", "1234"],
          ["Digits", "1234"],
        ],
        signature: "IK+Dwps556ElfBT0I3Rgjkr1wJU=",
      },
    ],
  ])("is accepted: %s", (_, one) => {
    expect(signedForm(posted(one), TOKEN).toString()).toBe(
      new URLSearchParams(one.form ?? Object.entries(CALL)).toString(),
    );
  });

  it.each<[string, Posted]>([
    [
      "JSON whose hash is in the signed URL",
      {
        url: `${URL_}&bodySHA256=${JSON_HASH}`,
        body: JSON_BODY,
        signature: "a9nBmqA0ju/hNViExpshrM61xv4=",
      },
    ],
    [
      "JSON at a URL with nothing but its hash",
      {
        url: `https://mycompany.com/myapp.php?bodySHA256=${JSON_HASH}`,
        body: JSON_BODY,
        signature: "y77kIzt2vzLz71DgmJGsen2scGs=",
      },
    ],
  ])("is accepted without a form: %s", (_, one) => {
    expect([...signedForm(posted({ ...one, type: "application/json" }), TOKEN)]).toEqual([]);
  });

  it("is accepted with and without retry settings in the URL", () => {
    const form = new URLSearchParams(CALL);
    for (const url of [URL_, `${URL_}#rc=5&rp=all`]) {
      expect(refusal({ signature: signatureOf(url, form, TOKEN) })).toBeNull();
    }
  });
});

describe("a request that Twilio has not signed", () => {
  const right = "RSOYDt4T1cUTdK1PDd93/VVr8B8=";
  const signedUrl = `${URL_}&bodySHA256=${JSON_HASH}`;
  const hashed = "a9nBmqA0ju/hNViExpshrM61xv4=";
  it.each<[string, Posted]>([
    ["no signature", { signature: undefined }],
    ["an empty signature", { signature: "" }],
    ["another's signature", { signature: right.replace("R", "S") }],
    ["a longer signature", { signature: `${right}=` }],
    ["another URL", { url: URL_.replace("bar=2", "bar=3"), signature: right }],
    ["another port than the signed one", { url: URL_, signature: "Zmvh+3yNM1Phv2jhDCwEM3q5ebU=" }],
    ["another value", { form: Object.entries({ ...CALL, Digits: "1235" }), signature: right }],
    ["an additional parameter", { form: [...Object.entries(CALL), ["X", "1"]], signature: right }],
    ["a missing parameter", { form: Object.entries(CALL).slice(1), signature: right }],
    ["a signed form under another type", { type: "text/plain", signature: right }],
    ["JSON without a hash", { type: "application/json", body: "{}", signature: right }],
    [
      "JSON with the hash of another body",
      { url: signedUrl, type: "application/json", body: "{}", signature: hashed },
    ],
    [
      "a form at a URL that was signed for JSON",
      { url: signedUrl, form: [["MessageSid", "SM1"]], signature: hashed },
    ],
  ])("is refused with 401: %s", (_, one) => {
    const error = refusal(one);
    expect(error).toBeInstanceOf(Problem);
    expect(error).toMatchObject({ status: 401, code: "unauthorized" });
  });

  it("is refused under any other token, and accepted under its own", () => {
    const pairs = fc.array(fc.tuple(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" })));
    fc.assert(
      fc.property(pairs, fc.string(), fc.string(), (form, token, other) => {
        const body = new URLSearchParams(form);
        const one = posted({ form, signature: signatureOf(URL_, body, token) });
        expect(signedForm(one, token).toString()).toBe(body.toString());
        if (other !== token) expect(() => signedForm(one, other)).toThrow(Problem);
      }),
    );
  });

  it("is refused, whatever it contains", () => {
    fc.assert(
      fc.property(fc.webUrl(), fc.uint8Array(), fc.string(), fc.string(), (url, body, type, signature) => {
        const headers = { "content-type": type, "x-twilio-signature": signature };
        expect(() => signedForm({ url, body: Buffer.from(body), headers }, TOKEN)).toThrow(Problem);
      }),
    );
  });
});
