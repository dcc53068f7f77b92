import { Router } from "express";
import type { App } from "../app";
import { notFound, Problem } from "../problem";
import { serveObject } from "../storage/serve-object";
import { storageKey } from "./addresses";
import { findMedia } from "./files.store";

/** 32 bytes in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** `GET /media/<token>`: uploaded bytes never change, so they may be cached for as long as anybody likes. */
export function mediaRouter({ db, storage }: Pick<App, "db" | "storage">): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const path = "/media/:token";

  router.get(path, async (req, res) => {
    const { token } = req.params;
    const file = TOKEN.test(token) ? await findMedia(db, token) : null;
    if (file === null) throw notFound("The file");
    await serveObject(req, res, storage, {
      key: storageKey(file),
      contentType: file.contentType,
      headers: { "Cache-Control": "public, max-age=31536000, immutable" },
      version: { etag: `"${file.id}"`, modifiedAt: file.uploadedAt ?? file.createdAt },
    });
  });

  router.all(path, (req) => {
    throw new Problem(405, "method_not_allowed", `${req.method} is not offered here`, undefined, {
      Allow: "GET, HEAD",
    });
  });
  return router;
}
