import type { Request } from "express";
import { validationFailed } from "../platform/problem";

/** Throws 400 for a query that the parsers would repair or rewrite, and for an encoded NUL. */
export function refuseMalformedUrl(req: Request): void {
  const { originalUrl } = req;
  const start = originalUrl.indexOf("?");
  if (start !== -1) refuseMalformedQuery(req, originalUrl.slice(start + 1));
  if (originalUrl.includes("%00")) refuseNul(req);
}

function refuseMalformedQuery({ query }: Request, text: string): void {
  if (!isDecodable(text)) {
    const pair = text.split("&").find((one) => !isDecodable(one)) ?? "";
    const name = pair.split("=", 1).join("");
    throw validationFailed("The query is not properly percent-encoded", [
      { field: isDecodable(name) ? decoded(name) : name, message: "is not properly percent-encoded" },
    ]);
  }
  // The validator would parse `status[]=sent` as a list and replace the parameter `status` with it.
  if (!/\[|%5b/i.test(text)) return;
  const field = Object.keys(query).find((name) => name.includes("["));
  if (field === undefined) return;
  throw validationFailed("The request does not fit the contract", [
    { field, message: "is not a known parameter" },
  ]);
}

const decoded = (text: string) => decodeURIComponent(text.replaceAll("+", " "));

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Throws 400, because the databases cannot store NUL. */
function refuseNul({ query }: Request): void {
  const holdsNul = (value: unknown) => typeof value === "string" && value.includes("\0");
  const field = Object.entries(query).find(([, value]) => [value].flat().some(holdsNul))?.[0];
  throw validationFailed("The URL holds a NUL character", [
    { field: field ?? "path", message: "must not hold NUL" },
  ]);
}
