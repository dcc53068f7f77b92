// Worker thread of admin-port.ts, in plain JavaScript so that it also runs without a build.
import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { uuidv7 } from "uuidv7";

const { host, port, silence, headers: commonHeaders } = workerData;

/** Longest time that a probe waits for a new state from the main thread, in milliseconds. */
const PROBE_WAIT_MS = 100;
const METRICS_WAIT_MS = 10_000;
const LIMITS = { headersTimeout: 5_000, requestTimeout: 10_000, connectionsCheckingInterval: 1_000 };
const MAX_CONNECTIONS = 1_000;
/** Longest time that a stop waits for running responses, in milliseconds. */
const STOP_MS = 1_000;

/** Resolve functions of pending queries to the main thread, by number. */
const pendingQueries = new Map();
let lastNumber = 0;

/** Sends a query to the main thread and resolves with its reply. Has no timeout. */
function query(about, details) {
  const number = ++lastNumber;
  return new Promise((resolve) => {
    pendingQueries.set(number, resolve);
    parentPort.postMessage({ number, about, details });
  });
}

const within = (ms, promise) => Promise.race([promise, pause(ms, undefined, { ref: false })]);

let readiness = { status: "starting", reason: "The service is starting" };
/** Pending readiness query. Its age is the time for which the main thread has not replied. */
let pendingCheck = null;

async function newestReadiness() {
  pendingCheck ??= {
    since: performance.now(),
    done: query("readiness").then((reply) => {
      readiness = reply;
      pendingCheck = null;
    }),
  };
  await within(PROBE_WAIT_MS, pendingCheck.done);
  const silentMs = pendingCheck === null ? 0 : performance.now() - pendingCheck.since;
  return { ...readiness, silentMs: readiness.status === "starting" ? 0 : silentMs };
}

function send(req, res, { status, headers, body }) {
  res.writeHead(status, {
    "X-Request-Id": req.id,
    "Content-Length": Buffer.byteLength(body),
    ...commonHeaders,
    ...headers,
  });
  res.end(req.method === "HEAD" ? undefined : body);
}

const JSON_TYPE = { "Content-Type": "application/json; charset=utf-8" };

const sendJson = (req, res, body, status = 200, headers = {}) =>
  send(req, res, { status, headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(body) });

/** Sends the error envelope of a problem. `other` adds fields to the body. */
function refuse(req, res, { status, code, message, headers }, other = {}) {
  sendJson(req, res, { ...other, error: { code, message, request_id: req.id } }, status, headers);
}

const unavailable = (message) => ({
  status: 503,
  code: "service_unavailable",
  message,
  headers: { "Retry-After": "1" },
});

const routes = {
  async "/healthz"(req, res) {
    const { silentMs } = await newestReadiness();
    if (silentMs < silence.deadAfterMs) return sendJson(req, res, { status: "ok" });
    return refuse(req, res, unavailable("The process does not respond"));
  },

  async "/readyz"(req, res) {
    const { status, reason, silentMs } = await newestReadiness();
    const isSilent = silentMs >= silence.unavailableAfterMs;
    if (status === "ready" && !isSilent) return sendJson(req, res, { status });
    const problem = unavailable(isSilent ? "The process does not respond" : reason);
    return refuse(req, res, problem, { status: isSilent ? "unavailable" : status });
  },

  async "/metrics"(req, res) {
    const request = { headers: req.headers, remoteAddress: req.socket.remoteAddress };
    const reply = await within(METRICS_WAIT_MS, query("metrics", request));
    if (reply === undefined) return refuse(req, res, unavailable("The process does not respond"));
    if (reply.problem) return refuse(req, res, reply.problem);
    const { text, contentType } = reply;
    return send(req, res, { status: 200, headers: { "Content-Type": contentType }, body: text });
  },
};

const NOT_FOUND = { status: 404, code: "not_found", message: "This route does not exist" };

const server = createServer(LIMITS, (req, res) => {
  req.id = uuidv7();
  req.resume();
  const route = ["GET", "HEAD"].includes(req.method) ? routes[req.url.split("?")[0]] : undefined;
  if (route === undefined) refuse(req, res, NOT_FOUND);
  else void route(req, res);
});
server.maxConnections = MAX_CONNECTIONS;

parentPort.on("message", async ({ number, reply }) => {
  if (number !== undefined) {
    pendingQueries.get(number)?.(reply);
    pendingQueries.delete(number);
    return;
  }
  // A message without a number requests the stop.
  const closed = once(server, "close");
  server.close();
  await within(STOP_MS, closed);
  server.closeAllConnections();
  parentPort.close();
});

server.once("error", ({ code, message }) => {
  parentPort.postMessage({ failed: { code, message } });
  parentPort.close();
});
server.listen(port, host, () => parentPort.postMessage({ listening: true }));
