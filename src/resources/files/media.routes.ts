import { Router } from "express";
import type { App } from "../../app/app";
import { notFound, Problem } from "../../platform/problem";
import { serveObject } from "../../storage/serve-object";
import { storageKey } from "./addresses";
import { findInboundFile } from "../inbound/inbound-files.store";
import { findMedia } from "./files.store";

/** 32 bytes in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** `GET /media/<token>`: uploaded bytes never change, so they may be cached for as long as anybody likes. */
export function mediaRouter({ db, storage }: Pick<App, "db" | "storage">): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const path = "/media/:token";

  router.get(path, async (req, res) => {
    const { token } = req.params;
    const known = TOKEN.test(token);
    const file = known ? await findMedia(db, token) : null;
    const inbound = known && file === null ? await findInboundFile(db, token) : null;
    const found = file ?? inbound;
    if (found === null) throw notFound("The file");
    await serveObject(req, res, storage, {
      key: storageKey(found),
      contentType: found.contentType,
      headers: {
        "Cache-Control": "public, max-age=31536000, immutable",
        // What a person sent is not ours: it is saved, and never shown as a page of this address.
        ...(inbound === null
          ? {}
          : {
              "Content-Disposition": "attachment",
              "Content-Security-Policy": "sandbox; frame-ancestors 'none'",
            }),
      },
      version: { etag: `"${found.id}"`, modifiedAt: file?.uploadedAt ?? found.createdAt },
    });
  });

  router.all(path, (req) => {
    throw new Problem(405, "method_not_allowed", `${req.method} is not offered here`, undefined, {
      Allow: "GET, HEAD",
    });
  });
  return router;
}
