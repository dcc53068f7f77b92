import { createHmac } from "node:crypto";
import fc from "fast-check";
import contract from "../../generated/openapi.json";
import { SIGNATURE_HEADER, signWebhook, verifyWebhook, WebhookVerificationError } from "../../src/client";
import {
  newSecret,
  SIGNATURE_HEADER as SENT_HEADER,
  signatureOf,
} from "../../src/features/webhooks/signature";
import { noon } from "../support/clock";

const secret = newSecret();
const at = { now: noon };
const genuine = Buffer.from(JSON.stringify(contract.components.examples.MessageUpdateEvents.value));
const header = signatureOf([secret], genuine, noon);

/** Returns the reason why a request is refused, or "verified". */
async function verdict(...request: Parameters<typeof verifyWebhook>): Promise<string> {
  try {
    await verifyWebhook(...request);
    return "verified";
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.reason;
    throw error;
  }
}

/** Returns a header with any time, signed with the secret. */
const signed = (time: string, body: Buffer, by = secret) => {
  const key = Buffer.from(by.slice("whsec_".length), "base64");
  return `t=${time},v1=${createHmac("sha256", key).update(`${time}.`).update(body).digest("hex")}`;
};

describe("verification of a webhook", () => {
  it("returns the events of the contract's examples with the service's signature", async () => {
    const examples = contract.components.examples;
    for (const { value } of [examples.MessageUpdateEvents, examples.MessageUpdateTestEvent]) {
      const body = Buffer.from(JSON.stringify(value));
      await expect(verifyWebhook(body, signatureOf([secret], body, noon), secret, at)).resolves.toEqual(
        value,
      );
    }
    expect(SIGNATURE_HEADER).toBe(SENT_HEADER.toLowerCase());
  });

  it("accepts a signature computed by openssl", async () => {
    // printf '1795176001.[]' | openssl dgst -sha256 -mac HMAC -macopt hexkey:<00 to 1f>
    const known = `whsec_${Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString("base64")}`;
    const value = "t=1795176001,v1=af89fe8c2aaa5c1a89ee9a3663b40c26ae121089c59e2381dc7b7fbbeca21418";
    await expect(verifyWebhook("[]", value, known, { now: 1_795_176_001_000 })).resolves.toEqual([]);
  });

  it.each([
    ["text", genuine.toString()],
    ["a Buffer", genuine],
    ["an ArrayBuffer", Uint8Array.from(genuine).buffer],
    ["a part of a larger buffer", Uint8Array.from([0, 0, ...genuine, 0]).subarray(2, 2 + genuine.length)],
    ["a DataView", new DataView(Uint8Array.from(genuine).buffer)],
  ])("accepts the body as %s", async (_, body) => {
    expect(await verdict(body, header, secret, at)).toBe("verified");
  });

  it("verifies any signed body and time, and refuses a changed bit", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.json().map((json) => Buffer.from(`[{"id":"é","data":${json}}]`)),
        fc.integer({ min: 0, max: 253_402_300_799_000 }),
        fc.nat(),
        fc.integer({ min: 0, max: 7 }),
        async (body, now, position, bit) => {
          const value = signatureOf([secret], body, now);
          expect(await verdict(body, value, secret, { now })).toBe("verified");
          const altered = Buffer.from(body);
          const index = position % body.length;
          altered.writeUInt8(altered.readUInt8(index) ^ (1 << bit), index);
          expect(await verdict(altered, value, secret, { now })).toBe("wrong_signature");
          expect(await verdict(body.subarray(0, index), value, secret, { now })).toBe("wrong_signature");
          expect(await verdict(body, value, newSecret(), { now })).toBe("wrong_signature");
        },
      ),
    );
  });

  it("refuses a header with a changed, added or removed character", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(header.length - 1),
        fc.constantFrom("replace", "insert", "remove"),
        fc.constantFrom(..."0123456789abcdefABCDEFtv=,. "),
        async (index, how, character) => {
          const rest = how === "insert" ? index : index + 1;
          const altered = header.slice(0, index) + (how === "remove" ? "" : character) + header.slice(rest);
          fc.pre(altered !== header);
          expect(["malformed_signature", "wrong_signature"]).toContain(
            await verdict(genuine, altered, secret, at),
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  it("refuses arbitrary headers", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary" }), async (value) => {
        expect(["missing_signature", "malformed_signature"]).toContain(
          await verdict(genuine, value, secret, at),
        );
      }),
    );
  });

  it.each([
    [-299, "verified"],
    [-300, "outside_tolerance"],
    [299, "verified"],
    [300, "outside_tolerance"],
    [86_400, "outside_tolerance"],
  ])("returns for a clock that is %d s ahead: %s", async (seconds, expected) => {
    expect(await verdict(genuine, header, secret, { now: noon + seconds * 1000 })).toBe(expected);
  });

  it("applies the caller's tolerance", async () => {
    const now = noon + 20_000;
    expect(await verdict(genuine, header, secret, { now, toleranceSeconds: 20 })).toBe("outside_tolerance");
    expect(await verdict(genuine, header, secret, { now, toleranceSeconds: 21 })).toBe("verified");
  });

  it("uses the clock by default", async () => {
    expect(await verdict(genuine, signatureOf([secret], genuine, Date.now()), secret)).toBe("verified");
    expect(await verdict(genuine, header, secret)).toBe("outside_tolerance");
  });

  it("checks the time after the signature", async () => {
    const old = noon + 86_400_000;
    expect(await verdict(genuine, header, newSecret(), { now: old })).toBe("wrong_signature");
  });

  it("accepts a signature by either of two secrets in any order", async () => {
    const [next, unknown] = [newSecret(), newSecret()];
    const both = signatureOf([next, secret], genuine, noon);
    for (const held of [next, secret, [next, secret], [unknown, secret], [next, unknown]]) {
      expect(await verdict(genuine, both, held, at)).toBe("verified");
    }
    for (const held of [unknown, [unknown, newSecret()], []]) {
      expect(await verdict(genuine, both, held, at)).toBe("wrong_signature");
    }
    expect(await verdict(genuine, header, [next, secret], at)).toBe("verified");
  });

  it("ignores signatures of unknown versions", async () => {
    const [time, v1] = header.split(",");
    expect(await verdict(genuine, `${time},v2=abc,${v1}`, secret, at)).toBe("verified");
    expect(await verdict(genuine, `${time},v2=${v1?.slice(3)}`, secret, at)).toBe("malformed_signature");
  });

  it.each([null, undefined, "", []])("reports a missing signature in %p", async (value) => {
    expect(await verdict(genuine, value, secret, at)).toBe("missing_signature");
  });

  it("accepts the header as an array, as Node passes some headers", async () => {
    expect(await verdict(genuine, [header], secret, at)).toBe("verified");
  });

  it.each(["t=", "t=-1", "t=1e9", "t=1795176001.5", "t=9999999999999", " t=1795176001", "T=1795176001"])(
    "refuses the time %p",
    async (time) => {
      const value = signed("1", genuine).replace("t=1", time);
      expect(await verdict(genuine, value, secret, at)).toBe("malformed_signature");
    },
  );

  it.each(["not json", "{}", "null", "[1]", "[null]", '[{"type":"message_update"}]', "\u00ff"])(
    "refuses the signed body %p, which is not a list of events",
    async (text) => {
      const body = Buffer.from(text, "latin1");
      expect(await verdict(body, signatureOf([secret], body, noon), secret, at)).toBe("malformed_body");
    },
  );

  it.each(["", "whsec_", "whsec_%%%", "whsec_abcde", "whsec_YWJjZA=", "secret", secret.slice(6)])(
    "throws a TypeError for the secret %p",
    async (given) => {
      await expect(verifyWebhook(genuine, header, given, at)).rejects.toThrow(TypeError);
    },
  );

  it("throws for a parsed body", async () => {
    const parsed = JSON.parse(genuine.toString()) as string;
    await expect(verifyWebhook(parsed, header, secret, at)).rejects.toThrow("needs the raw body");
  });
});

describe("signing of a test webhook", () => {
  const body = JSON.stringify([{ id: "1", type: "message_update", data: { to: "+5511987654321" } }]);

  it("returns the header of the service, to the byte", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array().map((bytes) => Buffer.from(bytes)),
        fc.array(fc.constant(null).map(newSecret), { minLength: 1, maxLength: 2 }),
        fc.integer({ min: 0, max: 253_402_300_799_000 }),
        async (bytes, secrets, now) => {
          expect(await signWebhook(bytes, secrets, { now })).toBe(signatureOf(secrets, bytes, now));
        },
      ),
    );
  });

  it("verifies now, and only within the tolerance", async () => {
    const header = await signWebhook(body, secret);
    expect(await verdict(body, header, secret)).toBe("verified");
    expect(await verdict(body, await signWebhook(body, newSecret()), secret)).toBe("wrong_signature");
    const old = await signWebhook(body, secret, { now: Date.now() - 600_000 });
    expect(await verdict(body, old, secret)).toBe("outside_tolerance");
  });

  it("throws for an invalid secret or a parsed body", async () => {
    await expect(signWebhook(body, "secret")).rejects.toThrow(TypeError);
    await expect(signWebhook(JSON.parse(body) as string, secret)).rejects.toThrow("needs the raw body");
  });
});
