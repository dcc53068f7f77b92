import { type ProxiedRequest, type Corruption, corrupting, honest } from "./corruptions/proxy";
import { bodyOf, withBody } from "./corruptions/make";
import { type CheckCopy, copyOfCheck, withLabels } from "./new-resource";
import { type RealService, startService } from "./service";

const isLabels = ({ url }: ProxiedRequest) => url.pathname.startsWith("/v3/labels");
const isCreation = (request: ProxiedRequest) => request.method === "POST" && isLabels(request);

/** Implements labels by templates of the real service. */
const implemented: Corruption = async (request, forward) => {
  if (!isLabels(request)) return forward();
  const response = await forward({ url: new URL(request.url.href.replace("/v3/labels", "/v3/templates")) });
  return { ...response, body: response.body.replaceAll('"template_id"', '"label_id"') };
};

/** Returns what it creates, but stores nothing. */
const forgetting: Corruption = async (request, forward) => {
  const response = await implemented(request, forward);
  if (!isCreation(request) || response.status !== 201) return response;
  const { id } = bodyOf(response);
  const url = new URL(request.url.href.replace("/v3/labels", `/v3/templates/${id}`));
  await forward({ method: "DELETE", url, body: "" });
  return response;
};

/** Refuses every label with a documented status. */
const refusing: Corruption = async (request, forward) => {
  const response = await forgetting(request, forward);
  if (!isCreation(request) || response.status !== 201) return response;
  const request_id = response.headers["x-request-id"];
  const error = { code: "conflict", message: "Another label has this name.", request_id };
  return { ...withBody(response, { error }), status: 409 };
};

interface Row {
  resource: string;
  /** Whether the contract has invariants of the operations. */
  invariants: boolean;
  server: Corruption;
  args?: readonly string[];
  /** Whether the row runs the command itself, which takes seconds longer to start. */
  asCommand?: true;
  code: number;
  says: readonly RegExp[];
}

const NOT_TRIED = /^The check failed: .*not tried, since no request succeeded: .*createLabel/m;

const ROWS: readonly Row[] = [
  {
    resource: "correct",
    invariants: true,
    server: implemented,
    asCommand: true,
    code: 0,
    says: [/^ {2}createLabel +✓/m, /^ {2}getLabel +✓/m, /^ {2}deleteLabel +✓/m, /^The contract is kept[.,]/m],
  },
  {
    resource: "stored nowhere",
    invariants: true,
    server: forgetting,
    code: 1,
    says: [/^✗ createLabel breaks the invariant creates/m],
  },
  {
    resource: "always refused",
    invariants: true,
    server: refusing,
    code: 1,
    says: [
      NOT_TRIED,
      /^ {2}no request for it succeeded: returned 409\n {4}createLabel 201$/m,
      // A label of the service that the run finds can be read, but not deleted.
      /^ {2}there was nothing to call it with: .*\n {4}(getLabel 200, )?deleteLabel 204$/m,
    ],
  },
  {
    // A deployment that lacks the resource, tried on purpose: the proxy forwards to a service without labels.
    resource: "missing",
    invariants: true,
    server: honest,
    code: 1,
    says: [NOT_TRIED, /^ {2}no request for it succeeded: returned 404\n {4}.*createLabel 201/m],
  },
  {
    resource: "correct, but without invariants",
    invariants: false,
    server: implemented,
    asCommand: true,
    code: 1,
    says: [
      NOT_TRIED,
      /^ {2}the check has no request for it that could succeed: .*\n {4}createLabel 201, getLabel 200, deleteLabel 204$/m,
    ],
  },
  {
    resource: "correct, with --no-invariants",
    invariants: true,
    server: implemented,
    args: ["--no-invariants"],
    code: 1,
    says: [
      NOT_TRIED,
      /^ {2}only the invariants have a request for it that could succeed, and they were not tried\n/m,
    ],
  },
  {
    resource: "correct, with --read-only",
    invariants: true,
    server: implemented,
    args: ["--read-only"],
    code: 0,
    says: [/^ {2}getLabel +✓/m, /^ {2}read-only: the operation changes something\n {4}createLabel 201/m],
  },
];

const A_TEMPLATE = { name: "Aviso", channel: "sms", content: { type: "text", text: "Oi" } };

describe("the contract check of a new resource", () => {
  let real: RealService;
  let withInvariants: CheckCopy;
  let withoutInvariants: CheckCopy;

  beforeAll(async () => {
    withInvariants = copyOfCheck((bundle) => withLabels(bundle, { invariants: true }));
    withoutInvariants = copyOfCheck((bundle) => withLabels(bundle, { invariants: false }));
    real = await startService();
    const headers = { "x-api-key": real.key, "content-type": "application/json" };
    const request = { method: "POST", headers, body: JSON.stringify(A_TEMPLATE) };
    expect((await fetch(`${real.origin}/v3/templates`, request)).status).toBe(201);
  });
  afterAll(async () => {
    withInvariants.remove();
    withoutInvariants.remove();
    await real.stop();
  });

  it.each(ROWS)(
    "exits with $code if labels are $resource",
    async ({ invariants, server, args = [], asCommand, code, says }) => {
      const proxy = await corrupting(real.origin, server);
      const copy = invariants ? withInvariants : withoutInvariants;
      const given = ["--url", proxy.url, "--key", real.key, "--only", "Labels", "--seed", "7", ...args];
      const ended = await (asCommand ? copy.command : copy.run)(given).finally(() => proxy.stop());
      for (const pattern of says) expect(ended.stdout).toMatch(pattern);
      expect(ended.code).toBe(code);
    },
  );

  it("lists the operations without a step that could succeed", async () => {
    const known = [
      ...["cancelMessageBatch", "getFileDownloadUrl", "getImportErrors", "previewMessages", "replayWebhook"],
    ];
    expect((await withInvariants.withoutStep()).sort()).toEqual(known);
    expect((await withoutInvariants.withoutStep()).sort()).toEqual(
      [...known, "createLabel", "deleteLabel", "getLabel"].sort(),
    );
  });
});
