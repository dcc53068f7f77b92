import { nameFor } from "../bodies";
import { differs, expiresWithin } from "../claims";
import { announceFile, imageFile } from "../fixtures";
import { scenario } from "../context";

/** In minutes; the contract says no more than that it is a short time. */
const A_DAY = 24 * 60;

export const files = [
  scenario("a file from its announcement to its download", async (context) => {
    const fileId = await announceFile(context, "telefone\n");
    const params = { file_id: fileId };
    await context.provoke("confirmFile", 200, { params }, "confirms an upload");
    await context.provoke("confirmFile", 200, { params }, "confirms it again");
    await context.provoke("getFile", 200, { params }, "reads a file");
    await context.provoke(
      "getFileDownloadUrl",
      200,
      { params },
      "asks where to download it",
      ({ expires_at }) => expiresWithin(expires_at, 0, A_DAY),
    );
    await context.provoke(
      "listFiles",
      200,
      { query: { kind: "csv", status: "uploaded", limit: 3 } },
      "lists files",
    );
    await context.provoke("deleteFile", 204, { params }, "deletes a file");
  }),
  scenario("a file that a template shows", async (context) => {
    const file_id = await imageFile(context);
    const card = { title: "Oi", media: { file_id, height: "short" } } as const;
    const { id } = await context.provoke(
      "createTemplate",
      201,
      {
        body: {
          name: nameFor(context.prefix, "card"),
          channel: "rcs",
          content: { type: "card", orientation: "vertical", card },
        },
      },
      "saves a card with an image",
    );
    await context.provoke(
      "getFileDownloadUrl",
      200,
      { params: { file_id } },
      "asks where to download an image",
      ({ expires_at }) => differs("expires_at", expires_at, null),
    );
    await context.provoke("deleteFile", 409, { params: { file_id } }, "deletes a file that a template shows");
    await context.provoke("deleteTemplate", 204, { params: { template_id: id } }, "deletes the template");
    await context.provoke("deleteFile", 204, { params: { file_id } }, "deletes the image");
  }),
  scenario("a file whose bytes never come", async (context) => {
    const params = { file_id: await announceFile(context, "telefone\n", { bytes: false }) };
    await context.provoke("confirmFile", 409, { params }, "confirms before the upload");
    await context.provoke("getFileDownloadUrl", 409, { params }, "downloads before the upload");
  }),
  scenario("files that are not accepted", async (context) => {
    const body = {
      usage: "contact_import",
      content_type: "text/csv",
      size_bytes: 1_000_000_000_000,
    } as const;
    const image = { ...body, content_type: "image/png", size_bytes: 10 };
    await context.provoke(
      "createUploadUrl",
      413,
      { body: { ...body, size_bytes: 4_000_000_000 } },
      "announces too large a file",
    );
    await context.provoke(
      "createUploadUrl",
      415,
      { body: image },
      "announces a type that the usage does not take",
    );
  }),
  scenario("what may be uploaded", async (context) => {
    await context.provoke("getFileConstraints", 200, {}, "reads what may be uploaded");
  }),
];
