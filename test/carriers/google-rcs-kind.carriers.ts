import type { Carrier, Submission } from "../../src/carriers/carrier";
import { googleRcsKind } from "../../src/carriers/google-rcs/google-rcs";
import type { CarrierDeps } from "../../src/carriers/kind";
import { completeSecrets, completeSettings } from "../../src/carriers/settings";
import type { Content } from "../../src/messaging/content-types";
import { MINUTE } from "../../src/platform/time";
import { noon, testClock, type TestClock } from "../support/clock";
import { until } from "../support/until";
import { carrierDeps, submissionOf } from "./support/connection";
import {
  connectionTo,
  failure,
  type GooglePeer,
  googlePeer,
  keyFileOf,
  otherKey,
  ACCEPTED_RESPONSE,
} from "./support/google-peer";
import { carrierDocument, prismPeer } from "./support/prism-peer";
import { rcsSamples, suggestions } from "./support/rcs-samples";

const AGENT = "padaria_7hq2x9fk_agent@rbm.goog";
const PERSON = "+5511987654321";
const ID = "01890a5d-ac96-774b-bcce-b302099a8057";
const ACCEPTED = { type: "accepted", references: [ID] };
const PATH = `/v1/phones/${PERSON}/agentMessages`;

const submission = (content: Content = { type: "text", text: "Oi!" }, messageId = ID): Submission =>
  submissionOf({ channel: "rcs", from: AGENT, to: PERSON, content, messageId, segments: null });
const picture: Content = {
  type: "card",
  orientation: "vertical",
  card: { media: { file_id: "f-1", height: "tall" } },
};

describe("google-rcs", () => {
  let peer: GooglePeer;
  let clock: TestClock;
  let deps: CarrierDeps;
  let carrier: Carrier;
  let media: CarrierDeps["media"];
  const signal = () => AbortSignal.timeout(20_000);
  const submit = async (content?: Content) => (await carrier.submit([submission(content)], signal()))[0];

  beforeEach(async () => {
    peer = await googlePeer();
    clock = testClock();
    media = async (account, file) => ({
      url: `https://recado.example/${account}/${file}`,
      contentType: "image/png",
      sizeBytes: 7,
    });
    deps = carrierDeps({ clock, media: (...args) => media(...args) });
    carrier = googleRcsKind.open(connectionTo({ url: peer.url }, peer.keyFile), deps);
    await carrier.start(
      async () => undefined,
      async () => undefined,
    );
  });
  afterEach(async () => {
    await carrier.stop();
    await peer.close();
  });

  describe("submission", () => {
    it("submits a message with its id from its sender's agent", async () => {
      expect(await submit()).toEqual(ACCEPTED);
      expect(peer.calls).toMatchObject([
        {
          method: "POST",
          path: PATH,
          query: { messageId: ID, agentId: AGENT },
          body: { contentMessage: { text: "Oi!" }, ttl: "172800s" },
        },
      ]);
    });

    it("accepts a URL with the version", async () => {
      const other = googleRcsKind.open(connectionTo({ url: `${peer.url}/v1` }, peer.keyFile), deps);
      expect(await other.submit([submission()], signal())).toEqual([ACCEPTED]);
      await other.stop();
      expect(peer.calls[0]?.path).toBe(PATH);
    });

    it.each([
      ["otp", "AUTHENTICATION"],
      ["transactional", "TRANSACTION"],
      ["marketing", "PROMOTION"],
    ] as const)("sends the traffic type of a message for %s as %s", async (purpose, traffic) => {
      await carrier.submit([{ ...submission(), purpose }], signal());
      expect(peer.calls[0]?.body).toMatchObject({ messageTrafficType: traffic });
    });

    it("sends the configured traffic type and validity", async () => {
      const given = { url: peer.url, traffic_type: "TRANSACTION", validity_seconds: 600 };
      const other = googleRcsKind.open(connectionTo(given, peer.keyFile), deps);
      await other.submit([{ ...submission(), purpose: "marketing" }], signal());
      await other.stop();
      expect(peer.calls[0]?.body).toMatchObject({ messageTrafficType: "TRANSACTION", ttl: "600s" });
    });

    it("returns an outcome for each message, in order", async () => {
      peer.respondsWith(failure(404, "NOT_FOUND"));
      const [first, second] = await carrier.submit([submission(), submission(picture, "x")], signal());
      expect([first, second]).toMatchObject(
        Array(2).fill({ type: "refused", error: { lacksChannel: true } }),
      );
      expect(peer.calls.map(({ query }) => query.messageId).sort()).toEqual([ID, "x"]);
    });

    it.each([
      [
        "too many at once",
        { status: 429, headers: { "retry-after": "3" } },
        { type: "throttled", retryAfterMs: 3_000 },
      ],
      [
        "garbage in a refusal",
        { status: 400, body: "]]" },
        { type: "refused", error: { carrierCode: "INVALID_ARGUMENT" } },
      ],
      ["garbage in an acceptance", { status: 200, body: "<html>" }, { type: "unknown" }],
    ])("maps %s to an outcome", async (_label, response, outcome) => {
      peer.respondsWith(response);
      expect(await submit()).toMatchObject(outcome);
    });

    it("returns unknown when the connection is cut", async () => {
      peer.respondsWith((response) => response.destroy());
      expect(await submit()).toEqual({ type: "unknown" });
    });

    it("ends with the signal", async () => {
      peer.respondsWith(() => undefined);
      const aborter = new AbortController();
      const hung = carrier.submit([submission()], aborter.signal);
      await until("the call arrives", 5, async () => peer.calls.length === 1, 5);
      aborter.abort(new Error("deadline"));
      await expect(hung).rejects.toThrow("deadline");
    });

    it("ends with the signal while it waits for a token", async () => {
      peer.respondsToTokensWith(() => undefined);
      const aborter = new AbortController();
      const hung = carrier.submit([submission()], aborter.signal);
      setTimeout(() => aborter.abort(new Error("deadline")), 50);
      await expect(hung).rejects.toThrow("deadline");
    });
  });

  describe("media", () => {
    it("sends the file's address", async () => {
      await submit(picture);
      const contentInfo = {
        fileUrl: "https://recado.example/a1/f-1",
        thumbnailUrl: "https://recado.example/a1/f-1",
      };
      expect(peer.calls[0]?.body).toMatchObject({
        contentMessage: {
          richCard: { standaloneCard: { cardContent: { media: { height: "TALL", contentInfo } } } },
        },
      });
    });

    it.each<[string, CarrierDeps["media"], string]>([
      ["a file that is gone", async () => null, "a file of the message was deleted"],
      [
        "audio on a card",
        async () => ({ url: "https://recado.example/f", contentType: "audio/mpeg", sizeBytes: 7 }),
        "a card cannot show audio/mpeg",
      ],
    ])("refuses %s", async (_label, given, message) => {
      media = given;
      expect(await submit(picture)).toMatchObject({
        type: "refused",
        error: { code: "carrier_rejected", message },
      });
      expect(peer.calls).toEqual([]);
    });

    it("retries after a failure to find the file", async () => {
      media = () => Promise.reject(new Error("the database is away"));
      await expect(submit(picture)).rejects.toThrow("the database is away");
      media = async () => ({ url: "https://recado.example/f", contentType: "image/png", sizeBytes: 7 });
      expect(await submit(picture)).toEqual(ACCEPTED);
    });
  });

  describe("access tokens", () => {
    it("requests one signed token for concurrent messages", async () => {
      const messages = Array.from({ length: 5 }, () => submit());
      expect(await Promise.all(messages)).toEqual(Array(5).fill(ACCEPTED));
      expect(peer.claims).toEqual([
        {
          iss: "recado@padaria.iam.gserviceaccount.example",
          scope: "https://www.googleapis.com/auth/rcsbusinessmessaging",
          aud: `${peer.url}/token`,
          iat: noon / 1_000,
          exp: noon / 1_000 + 3_600,
        },
      ]);
    });

    it("reuses a token until a minute before it expires", async () => {
      await submit();
      clock.advance(3_599_000 - MINUTE - 1);
      await submit();
      expect(peer.claims).toHaveLength(1);
      clock.advance(1);
      await submit();
      expect(peer.claims).toHaveLength(2);
    });

    it("replaces a refused token once, and submits the messages", async () => {
      await submit();
      peer.forgetTokens();
      expect(await Promise.all([submit(), submit(), submit()])).toEqual(Array(3).fill(ACCEPTED));
      expect(peer.claims).toHaveLength(2);
    });

    it("returns away when a new token is refused, too", async () => {
      peer.respondsToTokensWith({ status: 200, body: { access_token: "unknown", expires_in: 3_599 } });
      expect(await submit()).toMatchObject({ type: "away", error: { carrierCode: "UNAUTHENTICATED" } });
      expect(peer.unauthorized()).toBe(2);
    });

    it("returns away while the account gets no token, and requests one again after a delay", async () => {
      peer.respondsToTokensWith({ status: 400, body: { error: "invalid_grant" } });
      const waits = {
        type: "away",
        error: {
          code: "carrier_unreachable",
          message: "Google returned no access token",
          carrierCode: "invalid_grant",
        },
      };
      expect(await submit()).toEqual(waits);
      peer.respondsToTokensWith(null);
      expect(await submit()).toEqual(waits);
      clock.advance(3_000);
      expect(await submit()).toEqual(ACCEPTED);
    });

    it.each([
      ["garbage", { status: 200, body: "]]" }],
      ["a token without an end", { status: 200, body: { access_token: "x" } }],
      ["null", { status: 200, body: null }],
      ["an empty body", { status: 503, body: "" }],
    ])("treats %s as no token", async (_label, response) => {
      peer.respondsToTokensWith(response);
      expect(await submit()).toMatchObject({
        type: "away",
        error: { message: "Google returned no access token" },
      });
    });
  });

  describe("revocation", () => {
    it.each([
      ["was revoked", ACCEPTED_RESPONSE, "revoked"],
      ["was delivered", failure(404, "NOT_FOUND"), "delivered"],
      ["has an unknown status", failure(500, "INTERNAL"), "unknown"],
      ["may not be revoked", failure(403, "PERMISSION_DENIED"), "unknown"],
    ])("returns the outcome of a message that %s", async (_label, response, outcome) => {
      peer.respondsWith(response);
      expect(await carrier.revoke?.([submission()], signal())).toEqual([outcome]);
      expect(peer.calls).toMatchObject([
        { method: "DELETE", path: `${PATH}/${ID}`, query: { agentId: AGENT } },
      ]);
    });

    it("returns unknown while Google is unreachable", async () => {
      await peer.close();
      expect(await carrier.revoke?.([submission()], signal())).toEqual(["unknown"]);
      await peer.reopen();
    });

    it("keeps the outcomes from before the abort, and revokes no waiting message after it", async () => {
      const controller = new AbortController();
      peer.respondsWith(ACCEPTED_RESPONSE, failure(404, "NOT_FOUND"), () => {});
      const messages = [..."abcdefgh"].map((id) => submission(undefined, id));
      const revoking = carrier.revoke?.(messages, controller.signal);
      // Two calls have a response, and four calls fill the window.
      await until("the window is full", 5, async () => peer.calls.length === 6, 10);
      controller.abort();
      const outcomes = await revoking;
      const [revoked, delivered] = peer.calls.map(({ path }) => path.slice(-1));
      expect(outcomes).toEqual(
        messages.map(({ messageId }) => {
          if (messageId === revoked) return "revoked";
          return messageId === delivered ? "delivered" : "unknown";
        }),
      );
      await carrier.stop();
      expect(peer.calls).toHaveLength(6);
    });
  });

  describe("a test of a connection", () => {
    const test = (keyFile = peer.keyFile, url = peer.url) =>
      googleRcsKind.test(connectionTo({ url }, keyFile), deps, signal());

    it.each([
      ["responds", { status: 200, body: {} }],
      ["misses an agent", failure(403, "PERMISSION_DENIED")],
      ["misses numbers", failure(400, "INVALID_ARGUMENT")],
    ])("passes when Google %s", async (_label, response) => {
      peer.respondsWith(response);
      await expect(test()).resolves.toMatch(/^http:\S+ accepts the service account; whether an agent/);
      expect(peer.calls).toMatchObject([{ method: "POST", path: "/v1/users:batchGet", body: { users: [] } }]);
    });

    it.each([
      [
        "the API is off",
        failure(403, "PERMISSION_DENIED", { details: [{ reason: "SERVICE_DISABLED" }] }),
        /does not serve the account: SERVICE_DISABLED$/,
      ],
      ["Google is unavailable", failure(503, "UNAVAILABLE"), /returned 503$/],
      [
        "another server responds",
        { status: 404, body: "<html>", headers: { "content-type": "text/html" } },
        /returned 404, but not in Google's format$/,
      ],
    ])("fails when %s", async (_label, response, line) => {
      peer.respondsWith(response);
      await expect(test()).rejects.toThrow(line);
    });

    it("names the account of an invalid key", async () => {
      const key = keyFileOf(`${peer.url}/token`, { private_key: otherKey });
      await expect(test(key)).rejects.toThrow(
        `${peer.url}/token returned no access token for recado@padaria.iam.gserviceaccount.example: invalid_grant`,
      );
    });

    it("fails when the token is refused", async () => {
      peer.respondsToTokensWith({ status: 200, body: { access_token: "unknown", expires_in: 3_599 } });
      await expect(test()).rejects.toThrow(/does not accept the account's access token$/);
    });

    it("fails when Google is unreachable", async () => {
      await peer.close();
      await expect(test()).rejects.toThrow(/no access token from http:\S+ \(ECONNREFUSED\)$/);
      await peer.reopen();
    });
  });

  describe("settings", () => {
    it("defaults to the endpoint of the Americas", () => {
      expect(completeSettings(googleRcsKind.settings, {})).toEqual({
        url: "https://us-rcsbusinessmessaging.googleapis.com",
        validity_seconds: 172_800,
        traffic_type: null,
      });
    });

    it("requires TLS for token requests when the endpoint has TLS", () => {
      const check = (url: string, tokenUri: string) =>
        googleRcsKind.check?.(connectionTo({ url }, keyFileOf(tokenUri)));
      expect(check("https://a.example", "http://b.example/token")).toMatch(/token_uri .* must be https/);
      expect(check("https://a.example", "https://b.example/token")).toBeNull();
      expect(check("http://a.example", "http://b.example/token")).toBeNull();
    });

    it.each([
      ["service_account", "{}", /^the secret service_account must be a key file/],
      ["client_token", "with a space", /^the secret client_token must be/],
    ])("refuses an invalid %s without repeating it", (name, value, line) => {
      const secrets = { service_account: peer.keyFile, client_token: "x", [name]: value };
      expect(() => completeSecrets(googleRcsKind.secrets, secrets)).toThrow(line);
    });

    it("returns the callback path to register", () => {
      const connection = connectionTo({ url: peer.url }, peer.keyFile);
      expect(googleRcsKind.callbackPaths?.(connection)).toMatchObject([{ path: "/events" }]);
    });
  });
});

describe("google-rcs with Prism and the description of Google's interface", () => {
  const card = rcsSamples["a vertical card with all it can have"].card;
  const contents: Content[] = [
    ...Object.values(rcsSamples),
    {
      type: "text",
      text: "Oi!",
      suggestions: [
        { ...suggestions.open_url, url: "https://padaria.example/pão de queijo" },
        { ...suggestions.create_calendar_event, description: "Em casa" },
      ],
    },
    { type: "card", orientation: "horizontal", card },
    { type: "carousel", card_width: "medium", cards: Array<typeof card>(10).fill(card) },
  ];

  it("sends only what the description allows", async () => {
    const prism = await prismPeer(carrierDocument("google-rcs"));
    const deps = carrierDeps();
    const given = { url: prism.url, traffic_type: "PROMOTION" };
    const connection = connectionTo(given, keyFileOf(`${prism.url}/token`));
    const carrier = googleRcsKind.open(connection, deps);
    try {
      const messages = contents.map((content) => submission(content));
      expect(await carrier.submit(messages, AbortSignal.timeout(20_000))).toEqual(
        contents.map(() => ACCEPTED),
      );
      expect(await carrier.revoke?.([submission()], AbortSignal.timeout(20_000))).toEqual(["revoked"]);
      await googleRcsKind.test(connection, deps, AbortSignal.timeout(20_000));
      expect(prism.violations).toEqual([]);
      // Two of the requests are for tokens: the connection test requests a separate one.
      expect(prism.requests).toHaveLength(contents.length + 4);
    } finally {
      await carrier.stop();
      await prism.stop();
    }
  });
});
