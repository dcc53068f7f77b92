// Requests /healthz of the service and of an idle server, whose response times show the machine's load. Runs
// in a separate thread, so that the test does not delay the requests.
import { request } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

const EVERY_MS = 25;
const seen = { service: [], idle: [], failures: 0 };

function probe(port, durations) {
  const startedAt = performance.now();
  const again = () => setTimeout(probe, EVERY_MS, port, durations);
  request({ host: "127.0.0.1", port, path: "/healthz", agent: false }, (response) => {
    response.resume().once("end", () => {
      if (response.statusCode === 200) durations.push(performance.now() - startedAt);
      else seen.failures += 1;
      again();
    });
  })
    .once("error", () => {
      seen.failures += 1;
      again();
    })
    .end();
}

parentPort.on("message", () => {
  const { service, idle, failures } = seen;
  parentPort.postMessage({ service: service.splice(0), idle: idle.splice(0), failures });
  seen.failures = 0;
});
probe(workerData.service, seen.service);
probe(workerData.idle, seen.idle);
