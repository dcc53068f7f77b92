import { extname } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import express, { type RequestHandler, type Router } from "express";
import { sendShared } from "../../http/shared-response";
import { methodNotAllowed } from "../../platform/problem";
import type { Storage } from "../../storage/storage";
import { versionOf } from "../docs/site";
import { type BuiltPage, initialScripts } from "./built-page";

const ASSETS = "/console/assets";

/**
 * Returns the console's Content-Security-Policy. Scripts and styles must come from this origin, and uploads
 * may go to `uploads`, the storage's origin. Inline code and assigning strings as HTML are forbidden.
 */
function policyFor(publicUrl: string, uploads: string): string {
  const media = `'self' ${new URL(publicUrl).origin}`;
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src ${media} data:`,
    `media-src ${media}`,
    `connect-src 'self' ${uploads}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}

interface Asset {
  plain: Buffer;
  gzipped: Buffer;
}

/** Returns each file with a gzipped copy. Gzip reduces the scripts to a third of their size. */
async function compressed(built: BuiltPage): Promise<ReadonlyMap<string, Asset>> {
  const pack = promisify(gzip);
  const assets = [...built].map(async ([name, plain]): Promise<[string, Asset]> => [
    name,
    { plain, gzipped: await pack(plain) },
  ]);
  return new Map(await Promise.all(assets));
}

/** Returns the name of the built file that matches `form`. Throws if the build has none. */
function requiredAsset(built: BuiltPage, form: RegExp): string {
  const found = [...built.keys()].find((name) => form.test(name));
  if (found === undefined)
    throw new Error(`The build of the console has no file that matches ${form.source}; run the build again`);
  return found;
}

/** Returns the console's HTML page. Its script replaces the content of `#console`. */
function pageOf(built: BuiltPage, handset: boolean): Buffer {
  const script = requiredAsset(built, /^main-\w+\.js$/);
  const style = requiredAsset(built, /^main-\w+\.css$/);
  requiredAsset(built, /^app-\w+\.js$/);
  const preloads = initialScripts(built)
    .filter((name) => name !== script)
    .map((name) => `  <link rel="modulepreload" href="${ASSETS}/${name}">`);
  return Buffer.from(`<!doctype html>
<html lang="pt-BR">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>Recado</title>
  <link rel="icon" href="/docs/assets/icon.svg" type="image/svg+xml">
  <link rel="stylesheet" href="${ASSETS}/${style}">
${preloads.join("\n")}
  <script type="module" src="${ASSETS}/${script}"></script>
</head>
<body><div id="console"${handset ? " data-handset" : ""}>
  <div class="opening">
    <p>Abrindo o console… Se nada aparecer, <a href="">recarregue a página</a>. Ele precisa de JavaScript.</p>
    <p lang="en">Opening the console… If nothing appears, <a href="">reload the page</a>. It needs JavaScript.</p>
  </div>
</div></body>
</html>
`);
}

interface ConsoleDeps {
  config: { publicUrl: string };
  storage: Pick<Storage, "uploadOrigin">;
  handset: boolean;
  built: BuiltPage;
}

/**
 * Returns the router that serves the console at `/console`. Every path that is not an asset returns the same
 * page, which shows the content for the path.
 */
export function consoleRouter({ config, storage, handset, built }: ConsoleDeps): Router {
  const router = express.Router({ caseSensitive: true });
  const headersWith = (uploads: string) => ({
    "Content-Security-Policy": policyFor(config.publicUrl, uploads),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
  });
  const page = pageOf(built, handset);
  const version = versionOf(page);
  // The first request compresses the files and asks the storage for its origin. A failure is not cached.
  let reading: ReturnType<typeof readOnce> | undefined;
  const readOnce = async () => {
    const [assets, uploads] = await Promise.all([compressed(built), storage.uploadOrigin()]);
    return { assets, headers: headersWith(uploads) };
  };
  const read = () =>
    (reading ??= readOnce().catch((error: unknown) => {
      reading = undefined;
      throw error;
    }));

  router.get(`${ASSETS}/:name`, async (req, res, next) => {
    const { assets, headers } = await read();
    const { name } = req.params;
    const asset = assets.get(name);
    if (!asset) return next();
    const isGzipped = req.acceptsEncodings("gzip", "identity") === "gzip";
    const caching = { "Cache-Control": "public, max-age=31536000, immutable", Vary: "Accept-Encoding" };
    await sendShared(req, res, {
      ...(isGzipped
        ? { content: asset.gzipped, version: `${name}-gzip` }
        : { content: asset.plain, version: name }),
      type: extname(name),
      headers: { ...headers, ...caching, ...(isGzipped ? { "Content-Encoding": "gzip" } : {}) },
    });
  });
  const sendPage: RequestHandler = async (req, res) => {
    const { headers } = await read();
    await sendShared(req, res, {
      content: page,
      version,
      type: "html",
      headers: { ...headers, "Cache-Control": "no-cache" },
    });
  };
  router.get(["/console", "/console/*path"], sendPage);
  router.all(["/console", "/console/*path"], (req) => {
    throw methodNotAllowed(req.method, "GET, HEAD");
  });
  return router;
}
