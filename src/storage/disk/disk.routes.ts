import { Router, type Request } from "express";
import {
  methodNotAllowed,
  Problem,
  conflict,
  payloadTooLarge,
  unsupportedMediaType,
  validationFailed,
} from "../../platform/problem";
import type { ObjectSpec } from "../storage";
import { serveObject } from "../serve-object";
import type { UploadGate } from "../upload-gate";
import type { DiskStorage } from "./disk-storage";

/** Returns the routes `PUT` and `GET /storage/<key>`, which require a signed URL instead of an API key. */
export function storageRouter(storage: DiskStorage, gate: UploadGate): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const path = "/storage/:accountId/:fileId";
  const keyOf = (req: Request<{ accountId: string; fileId: string }>) =>
    `${req.params.accountId}/${req.params.fileId}`;

  router.put(path, async (req, res) => {
    const object = storage.grantOf("PUT", keyOf(req), req.query);
    checkDeclared(req, object);
    if (!(await gate.isOpen(object.key))) throw closed();
    const stored = await storage.write(object, req, (place) => gate.whileOpen(object.key, place));
    if (!stored) throw closed();
    res.status(200).end();
  });

  router.get(path, async (req, res) => {
    const { key, contentType, filename } = storage.grantOf("GET", keyOf(req), req.query);
    await serveObject(req, res, storage, {
      key,
      contentType,
      headers: { "Cache-Control": "private, no-store" },
      attachment: filename,
    });
  });

  router.all(path, (req) => {
    throw methodNotAllowed(req.method, "GET, HEAD, PUT");
  });
  return router;
}

const closed = () => conflict("The file accepts no more bytes: it is confirmed or deleted");

/** Throws unless the headers declare the type and size of the signed URL. Called before the body is read. */
function checkDeclared(req: Request, { contentType, sizeBytes }: ObjectSpec): void {
  const length = req.headers["content-length"];
  if (length === undefined) {
    throw new Problem(411, "validation_failed", "An upload must have a Content-Length", [
      { field: "Content-Length", message: `must be ${sizeBytes}` },
    ]);
  }
  if (req.headers["content-type"] !== contentType) {
    throw unsupportedMediaType("The upload must have the declared content type", [
      { field: "Content-Type", message: `must be ${contentType}` },
    ]);
  }
  if (Number(length) !== sizeBytes) {
    const refuse = Number(length) > sizeBytes ? payloadTooLarge : validationFailed;
    throw refuse(`The upload must have the declared ${sizeBytes} bytes`, [
      { field: "Content-Length", message: `must be ${sizeBytes}` },
    ]);
  }
}
