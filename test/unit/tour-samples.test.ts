import sdk from "../../generated/openapi.sdk.json";
import { LANGUAGES } from "../../scripts/sdks/tours";
import { readExamples } from "../../src/web/docs/guides";
import { statementCalling, TOUR_PROGRAMS, tourSamples } from "../../src/web/docs/tour-samples";
import { guideSource } from "../../src/web/docs/guides";
import { blocksOf } from "../support/guides";

const sources = readExamples();
const ids = Object.values(sdk.paths).flatMap((item) =>
  Object.values(item as Record<string, { operationId: string }>).map(({ operationId }) => operationId),
);
const TOURED = [
  ...["createTemplate", "sendMessages", "getMessage", "listMessages", "upsertContact", "updateContact"],
  ...["cancelMessageBatch", "updateSendingRule", "createConsent", "deleteSendingRule"],
  ...["createUploadUrl", "confirmFile", "createContactList", "createImport", "getImport"],
  ...["createCampaign", "launchCampaign", "getCampaign"],
  ...["createWebhook", "listWebhooks", "testWebhook", "listWebhookDeliveries", "deleteWebhook"],
];

const withoutIndents = (text: string) => text.replace(/^[ \t]+/gm, "");
const balanceOf = (text: string) =>
  (text.match(/[([{]/g)?.length ?? 0) - (text.match(/[)\]}]/g)?.length ?? 0);

describe("samples from the tours", () => {
  it("includes every operation of the tours in every language, and no other", () => {
    const shown = ids.filter((id) => tourSamples(id, sources).length > 0);
    expect(shown.sort()).toEqual([...TOURED].sort());
    for (const id of TOURED)
      expect([id, tourSamples(id, sources)]).toEqual([id, Array(4).fill(expect.anything())]);
  });

  it.each(TOUR_PROGRAMS)("consists of whole statements of the program: $language", (program) => {
    const source = withoutIndents(sources.get(program.file) ?? "");
    for (const id of TOURED) {
      const text = statementCalling(id, sources.get(program.file) ?? "", program) ?? "";
      expect([id, balanceOf(text)]).toEqual([id, 0]);
      // The sample begins with a request that the program creates some lines above the call.
      const lines = withoutIndents(text).split("\n");
      const joint = lines.findIndex((_, index) => !source.includes(lines.slice(0, index + 1).join("\n")));
      if (joint > 0) expect(source).toContain(lines.slice(joint).join("\n"));
    }
  });

  it("includes the request that the call refers to by a variable", () => {
    const go = TOUR_PROGRAMS.find(({ language }) => language === "go");
    if (!go) throw new Error("no tour in Go");
    const source =
      "\trequest := a{\n\t\tb: 1,\n\t}\n\t// It is sent.\n\tc, err := x.API.Send(ctx).R(request)\n\treturn err";
    expect(statementCalling("send", source, go)).toBe(
      "request := a{\n\tb: 1,\n}\nc, err := x.API.Send(ctx).R(request)",
    );
    expect(statementCalling("receive", source, go)).toBeNull();
  });
});

describe("the guide to other languages", () => {
  const blocks = blocksOf("other-languages");
  const pieces = blocks.filter(({ kind }) => kind === "tour");

  it("shows excerpts of the tours unchanged", () => {
    expect(pieces).toHaveLength(12);
    const programs = [...sources.values()];
    for (const { text } of pieces)
      expect(programs.filter((program) => program.includes(text))).toHaveLength(1);
  });

  it("generates clients with the tested commands", () => {
    const commands = blocks.filter(({ kind }) => kind === "sdk").map(({ text }) => text);
    for (const { title, generator } of Object.values(LANGUAGES)) {
      const command = `npx @openapitools/openapi-generator-cli generate ${generator.join(" ")} -i http://127.0.0.1:3000/openapi.sdk.json -o client`;
      expect(commands.join("\n")).toContain(`# ${title}\n${command}`);
    }
    expect(guideSource("other-languages")).toContain("`/openapi.sdk.json`");
  });
});
