import { Router } from "express";
import type { Platform } from "../../platform/platform";
import type { Storage } from "../../storage/storage";
import { methodNotAllowed, notFound } from "../../platform/problem";
import { serveObject } from "../../storage/serve-object";
import type { Instant } from "../../platform/time";
import { storageKey } from "./addresses";
import { isCarrierMedia } from "./carrier-media";
import { findFile, findMedia } from "./files.store";

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

type FindInboundFile = (
  db: Platform["db"],
  token: string,
) => Promise<{ accountId: string; id: string; contentType: string; createdAt: Instant } | null>;

/**
 * Serves `/media/<token>`, and the expiring URLs for carriers,
 * `/media/<account>/<file>/<expiry>/<signature>.<extension>`. Uploaded bytes never change, so caches may keep
 * them: for a year by token, for a day by expiring URL. Inbound files are not cached.
 */
export function mediaRouter(
  { db, clock, storage }: Pick<Platform, "db" | "clock"> & { storage: Storage },
  { findInboundFile, mediaSecret }: { findInboundFile: FindInboundFile; mediaSecret: string },
): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const path = "/media/:token";
  const carrierPath = "/media/:accountId/:fileId/:expires/:name";

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
        // An inbound file is untrusted and personal. Browsers must download it and not render it on this
        // origin.
        ...(inbound === null
          ? { "Cache-Control": "public, max-age=31536000, immutable" }
          : {
              "Cache-Control": "private, no-store",
              "Content-Disposition": "attachment",
              "Content-Security-Policy": "sandbox; frame-ancestors 'none'",
            }),
      },
      version: { etag: `"${found.id}"`, modifiedAt: file?.uploadedAt ?? found.createdAt },
    });
  });

  router.get(carrierPath, async (req, res) => {
    const { accountId, fileId } = req.params;
    const file = isCarrierMedia(req.params, mediaSecret, clock.now())
      ? await findFile(db, accountId, fileId)
      : null;
    if (file === null || file.uploadedAt === null) throw notFound("The file");
    await serveObject(req, res, storage, {
      key: storageKey(file),
      contentType: file.contentType,
      headers: { "Cache-Control": "public, max-age=86400" },
      version: { etag: `"${file.id}"`, modifiedAt: file.uploadedAt },
    });
  });

  router.all([path, carrierPath], (req) => {
    throw methodNotAllowed(req.method, "GET, HEAD");
  });
  return router;
}
