// Sends requests repeatedly and reports each response's duration and status. Runs in a separate thread, so
// that the test does not delay the requests. Increments the counter `answered` of a probe, if it has one.
import { request } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

const EVERY_MS = 100;
const seen = [];

function send(probe) {
  const { name, port, method = "GET", path, headers = {}, body, answered } = probe;
  const startedAt = performance.now();
  const done = (status) => {
    seen.push({ name, status, ms: performance.now() - startedAt });
    setTimeout(send, EVERY_MS, probe);
    if (!answered) return;
    Atomics.add(answered, 0, 1);
    Atomics.notify(answered, 0);
  };
  request({ host: "127.0.0.1", port, method, path, headers, agent: false }, (response) => {
    response.resume().once("end", () => done(response.statusCode));
  })
    .once("error", (error) => done(error.code))
    .end(body);
}

parentPort.on("message", () => parentPort.postMessage(seen.splice(0)));
for (const probe of workerData) send(probe);
