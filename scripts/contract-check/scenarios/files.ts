import { nameFor } from "../bodies";
import { scenario } from "../context";
import { expiresWithin } from "../expectations";
import { announceFile, imageFile } from "../fixtures";

/** A day in minutes. The contract promises only that the URL expires soon. */
const A_DAY = 24 * 60;

export const files = [
  scenario("the life of a file", async (context, call) => {
    const text = "telefone\n";
    const params = { file_id: await announceFile(context, text) };
    const stored = { size_bytes: text.length };
    await call("confirmFile", 200, { params }, "confirms an upload", stored);
    await call("confirmFile", 200, { params }, "confirms it again", stored);
    await call("getFile", 200, { params }, "reads a file", stored);
    await call("getFileDownloadUrl", 200, { params }, "gets its download URL", ({ expires_at }) =>
      expiresWithin(expires_at, 0, A_DAY),
    );
    await call("listFiles", 200, { query: { kind: "csv", status: "uploaded", limit: 3 } }, "lists files");
    await call("deleteFile", 204, { params }, "deletes a file");
  }),
  scenario("a file in use by a template", async (context, call) => {
    const file_id = await imageFile(context);
    const params = { file_id };
    const card = { title: "Oi", media: { file_id, height: "short" as const } };
    const content = { type: "card" as const, orientation: "vertical" as const, card };
    const body = { name: nameFor(context.prefix, "card"), channel: "rcs" as const, content };
    const { id } = await call("createTemplate", 201, { body }, "saves a card with an image");
    const lasting = { expires_at: null };
    await call("getFileDownloadUrl", 200, { params }, "gets the download URL of an image", lasting);
    await call("deleteFile", 409, { params }, "deletes a file in use by a template");
    await call("deleteTemplate", 204, { params: { template_id: id } }, "deletes the template");
    await call("deleteFile", 204, { params }, "deletes the image");
  }),
  scenario("a file that is never uploaded", async (context, call) => {
    const params = { file_id: await announceFile(context, "telefone\n", { bytes: false }) };
    await call("confirmFile", 409, { params }, "confirms before the upload");
    await call("getFileDownloadUrl", 409, { params }, "downloads before the upload");
  }),
  scenario("files that are refused", async (_context, call) => {
    const csv = { usage: "contact_import" as const, content_type: "text/csv", size_bytes: 4_000_000_000 };
    await call("createUploadUrl", 413, { body: csv }, "announces a file that is too large");
    const image = { ...csv, content_type: "image/png", size_bytes: 10 };
    await call("createUploadUrl", 415, { body: image }, "announces a type that the usage does not allow");
  }),
  scenario("the constraints of uploads", async (_context, call) => {
    await call("getFileConstraints", 200, {}, "reads the constraints of uploads");
  }),
];
