import { nameFor } from "../bodies";
import { differs, expiresWithin } from "../claims";
import { announceFile, imageFile } from "../fixtures";
import { story } from "../stage";

/** In minutes; the contract says no more than that it is a short time. */
const A_DAY = 24 * 60;

export const files = [
  story("a file from its announcement to its download", async (stage) => {
    const fileId = await announceFile(stage, "telefone\n");
    const params = { file_id: fileId };
    await stage.provoke("confirmFile", 200, { params }, "confirms an upload");
    await stage.provoke("confirmFile", 200, { params }, "confirms it again");
    await stage.provoke("getFile", 200, { params }, "reads a file");
    await stage.provoke(
      "getFileDownloadUrl",
      200,
      { params },
      "asks where to download it",
      ({ expires_at }) => expiresWithin(expires_at, 0, A_DAY),
    );
    await stage.provoke(
      "listFiles",
      200,
      { query: { kind: "csv", status: "uploaded", limit: 3 } },
      "lists files",
    );
    await stage.provoke("deleteFile", 204, { params }, "deletes a file");
  }),
  story("a file that a template shows", async (stage) => {
    const file_id = await imageFile(stage);
    const card = { title: "Oi", media: { file_id, height: "short" } } as const;
    const { id } = await stage.provoke(
      "createTemplate",
      201,
      {
        body: {
          name: nameFor(stage.prefix, "card"),
          channel: "rcs",
          content: { type: "card", orientation: "vertical", card },
        },
      },
      "saves a card with an image",
    );
    await stage.provoke(
      "getFileDownloadUrl",
      200,
      { params: { file_id } },
      "asks where to download an image",
      ({ expires_at }) => differs("expires_at", expires_at, null),
    );
    await stage.provoke("deleteFile", 409, { params: { file_id } }, "deletes a file that a template shows");
    await stage.provoke("deleteTemplate", 204, { params: { template_id: id } }, "deletes the template");
    await stage.provoke("deleteFile", 204, { params: { file_id } }, "deletes the image");
  }),
  story("a file whose bytes never come", async (stage) => {
    const params = { file_id: await announceFile(stage, "telefone\n", { bytes: false }) };
    await stage.provoke("confirmFile", 409, { params }, "confirms before the upload");
    await stage.provoke("getFileDownloadUrl", 409, { params }, "downloads before the upload");
  }),
  story("files that are not accepted", async (stage) => {
    const body = {
      usage: "contact_import",
      content_type: "text/csv",
      size_bytes: 1_000_000_000_000,
    } as const;
    const image = { ...body, content_type: "image/png", size_bytes: 10 };
    await stage.provoke(
      "createUploadUrl",
      413,
      { body: { ...body, size_bytes: 4_000_000_000 } },
      "announces too large a file",
    );
    await stage.provoke(
      "createUploadUrl",
      415,
      { body: image },
      "announces a type that the usage does not take",
    );
  }),
  story("what may be uploaded", async (stage) => {
    await stage.provoke("getFileConstraints", 200, {}, "reads what may be uploaded");
  }),
];
