import type { RequestHandler } from "express";
import type { IdMaker } from "../platform/ids";

const WELL_FORMED = /^[A-Za-z0-9._:-]{1,128}$/;

/** Sets `X-Request-Id` on each response: the caller's value if it is well formed, else a new id. */
export function requestIds(ids: IdMaker): RequestHandler {
  return (req, res, next) => {
    const given = req.headers["x-request-id"];
    const id = typeof given === "string" && WELL_FORMED.test(given) ? given : ids.next();
    res.locals.requestId = id;
    res.setHeader("X-Request-Id", id);
    next();
  };
}
