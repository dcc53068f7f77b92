import { kindConstraints, kindOf, usageKinds } from "../../src/features/files/constraints";
import { Problem } from "../../src/platform/problem";

const MIB = 1024 * 1024;

function refusal(act: () => unknown): Problem {
  try {
    act();
  } catch (error) {
    if (error instanceof Problem) return error;
  }
  throw new Error("it was not refused");
}

describe("kindOf", () => {
  it.each([
    ["template_media", "audio/mpeg", "audio", 5],
    ["template_media", "audio/wav", "audio", 5],
    ["template_media", "audio/ogg", "audio", 5],
    ["template_media", "image/jpeg", "image", 2],
    ["template_media", "image/png", "image", 2],
    ["template_media", "image/gif", "image", 2],
    ["template_media", "video/mp4", "video", 10],
    ["template_media", "video/webm", "video", 10],
    ["template_media", "video/mpeg", "video", 10],
    ["contact_import", "text/csv", "csv", 50],
  ] as const)("accepts for %s %s as %s of up to %i MiB", (usage, contentType, kind, mebibytes) => {
    const limit = mebibytes * MIB;
    expect(kindOf({ usage, contentType, sizeBytes: limit })).toBe(kind);
    expect(refusal(() => kindOf({ usage, contentType, sizeBytes: limit + 1 }))).toMatchObject({
      status: 413,
      code: "payload_too_large",
      fields: [{ field: "size_bytes" }],
    });
  });

  it.each([
    ["template_media", "text/csv"],
    ["contact_import", "image/png"],
    ["template_media", "image/svg+xml"],
    ["template_media", "text/html"],
    ["contact_import", "application/vnd.ms-excel"],
  ] as const)("refuses for %s %s, whatever its size", (usage, contentType) => {
    expect(refusal(() => kindOf({ usage, contentType, sizeBytes: 1000 * MIB }))).toMatchObject({
      status: 415,
      code: "unsupported_media_type",
      fields: [{ field: "content_type" }],
    });
  });

  it("assigns each content type to one kind and each kind to a usage", () => {
    const types = kindConstraints.flatMap(({ contentTypes }) => contentTypes);
    expect(new Set(types).size).toBe(types.length);
    expect(Object.values(usageKinds).flat().sort()).toEqual(kindConstraints.map(({ kind }) => kind).sort());
  });
});
