import { extname } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import express, { type RequestHandler, type Router } from "express";
import { sendShared } from "../../http/shared-answer";
import { Problem } from "../../platform/problem";
import type { Storage } from "../../storage/storage";
import { versionOf } from "../docs/site";
import { type Bundle, readBundle } from "./bundle";

const ASSETS = "/console/assets";

/** Scripts and styles from here, nothing inline; files go to where they are stored; with Trusted Types and no policy, no text can become markup. */
function policyFor(publicUrl: string, uploads: string): string {
  const media = `'self' ${new URL(publicUrl).origin}`;
  return [
    ...["default-src 'none'", "script-src 'self'", "style-src 'self'", `img-src ${media} data:`],
    ...[`media-src ${media}`, `connect-src 'self' ${uploads}`, "base-uri 'none'", "form-action 'none'"],
    ...["frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types 'none'"],
  ].join("; ");
}

interface Asset {
  plain: Buffer;
  gzipped: Buffer;
}

/** Compresses each file once; the scripts shrink to a third. */
async function compressed(bundle: Bundle): Promise<ReadonlyMap<string, Asset>> {
  const pack = promisify(gzip);
  const assets = [...bundle].map(async ([name, plain]): Promise<[string, Asset]> => [
    name,
    { plain, gzipped: await pack(plain) },
  ]);
  return new Map(await Promise.all(assets));
}

/** The page without its script, which replaces what stands in `#console`. */
function pageOf(bundle: Bundle, handset: boolean): Buffer {
  const names = [...bundle.keys()];
  const [script, style, app] = [/^main-\w+\.js$/, /^main-\w+\.css$/, /^app-\w+\.js$/].map((form) =>
    names.find((name) => form.test(name)),
  );
  return Buffer.from(`<!doctype html>
<html lang="pt-BR">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>Recado</title>
  <link rel="icon" href="/docs/assets/icon.svg" type="image/svg+xml">
  <link rel="stylesheet" href="${ASSETS}/${style}">
  <link rel="modulepreload" href="${ASSETS}/${app}">
  <script type="module" src="${ASSETS}/${script}"></script>
</head>
<body><div id="console"${handset ? ` data-handset="/sandbox"` : ""}>
  <div class="opening">
    <p>Abrindo o console… Se nada aparecer, <a href="">recarregue a página</a>. Ele precisa de JavaScript.</p>
    <p lang="en">Opening the console… If nothing appears, <a href="">reload the page</a>. It needs JavaScript.</p>
  </div>
</div></body>
</html>
`);
}

interface ConsoleParts {
  config: { publicUrl: string };
  storage: Pick<Storage, "uploadOrigin">;
  /** Whether the phone is offered, which the console leads to. */
  handset: boolean;
}

/** The console at `/console`: one page, which reads its addresses itself. */
export function consoleRouter({ config, storage, handset }: ConsoleParts): Router {
  const router = express.Router({ caseSensitive: true });
  const headersWith = (uploads: string) => ({
    "Content-Security-Policy": policyFor(config.publicUrl, uploads),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
  });
  // Where it is not built it takes a moment, which only those wait for who ask.
  let reading: ReturnType<typeof readOnce> | undefined;
  const readOnce = async () => {
    const [bundle, uploads] = await Promise.all([readBundle(), storage.uploadOrigin()]);
    const page = pageOf(bundle, handset);
    return {
      assets: await compressed(bundle),
      page,
      version: versionOf(page),
      headers: headersWith(uploads),
    };
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
  const page: RequestHandler = async (req, res) => {
    const { page: content, version, headers } = await read();
    await sendShared(req, res, {
      ...{ content, version, type: "html", headers: { ...headers, "Cache-Control": "no-cache" } },
    });
  };
  router.get(["/console", "/console/*path"], page);
  router.all(["/console", "/console/*path"], (req) => {
    throw new Problem(405, "method_not_allowed", `${req.method} is not offered here`, undefined, {
      Allow: "GET, HEAD",
    });
  });
  return router;
}
