import type { RequestHandler } from "express";
import type { IdMaker } from "../platform/ids";

const WELL_FORMED = /^[A-Za-z0-9._:-]{1,128}$/;

/** Uses the caller's X-Request-Id if it is well formed, else creates one; every response has it. */
export function requestIds(ids: IdMaker): RequestHandler {
  return (req, res, next) => {
    const given = req.headers["x-request-id"];
    const id = typeof given === "string" && WELL_FORMED.test(given) ? given : ids.next();
    res.locals.requestId = id;
    res.setHeader("X-Request-Id", id);
    next();
  };
}
