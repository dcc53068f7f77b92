import { nameFor } from "../bodies";
import { differs, expiresWithin } from "../expectations";
import { announceFile, imageFile } from "../fixtures";
import { scenario } from "../context";

/** A day in minutes. The contract promises only that the URL expires soon. */
const A_DAY = 24 * 60;

export const files = [
  scenario("the life of a file", async (context, call) => {
    const fileId = await announceFile(context, "telefone\n");
    const params = { file_id: fileId };
    await call("confirmFile", 200, { params }, "confirms an upload");
    await call("confirmFile", 200, { params }, "confirms it again");
    await call("getFile", 200, { params }, "reads a file");
    await call("getFileDownloadUrl", 200, { params }, "gets its download URL", ({ expires_at }) =>
      expiresWithin(expires_at, 0, A_DAY),
    );
    await call("listFiles", 200, { query: { kind: "csv", status: "uploaded", limit: 3 } }, "lists files");
    await call("deleteFile", 204, { params }, "deletes a file");
  }),
  scenario("a file in use by a template", async (context, call) => {
    const file_id = await imageFile(context);
    const card = { title: "Oi", media: { file_id, height: "short" } } as const;
    const { id } = await call(
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
    await call(
      "getFileDownloadUrl",
      200,
      { params: { file_id } },
      "gets the download URL of an image",
      ({ expires_at }) => differs("expires_at", expires_at, null),
    );
    await call("deleteFile", 409, { params: { file_id } }, "deletes a file in use by a template");
    await call("deleteTemplate", 204, { params: { template_id: id } }, "deletes the template");
    await call("deleteFile", 204, { params: { file_id } }, "deletes the image");
  }),
  scenario("a file that is never uploaded", async (context, call) => {
    const params = { file_id: await announceFile(context, "telefone\n", { bytes: false }) };
    await call("confirmFile", 409, { params }, "confirms before the upload");
    await call("getFileDownloadUrl", 409, { params }, "downloads before the upload");
  }),
  scenario("files that are refused", async (_context, call) => {
    const body = {
      usage: "contact_import",
      content_type: "text/csv",
      size_bytes: 1_000_000_000_000,
    } as const;
    const image = { ...body, content_type: "image/png", size_bytes: 10 };
    await call(
      "createUploadUrl",
      413,
      { body: { ...body, size_bytes: 4_000_000_000 } },
      "announces a file that is too large",
    );
    await call("createUploadUrl", 415, { body: image }, "announces a type that the usage does not allow");
  }),
  scenario("the constraints of uploads", async (_context, call) => {
    await call("getFileConstraints", 200, {}, "reads the constraints of uploads");
  }),
];
