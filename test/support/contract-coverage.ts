import { randomUUID } from "node:crypto";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { join, resolve } from "node:path";
import type { Express } from "express";
import contract from "../../generated/openapi.json";
import { modelOf } from "../../scripts/contract-coverage/model";
import { Observer } from "../../scripts/contract-coverage/observer";
import { recordingsBy, SWITCH } from "../../scripts/contract-coverage/recording";

/** Message of undici about a request whose response has begun. */
interface Posted {
  request: { body: unknown; headers: readonly string[] };
  response: { statusCode: number };
}

/** Diagnostics channel of undici. It includes the service's webhook requests. */
const CHANNEL = "undici:request:headers";

/** Returns the application. With `RECADO_CONTRACT_COVERAGE`, `save` writes a recording of its requests. */
export function recorded(app: Express): { express: Express; save(): void } {
  const setting = process.env[SWITCH];
  if (!setting) return { express: app, save: () => undefined };
  const model = modelOf(contract);
  const observer = new Observer(model);
  const posted = (message: unknown) => {
    const { request, response } = message as Posted;
    if (response.statusCode < 200 || response.statusCode > 299) return;
    const names = request.headers.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
    observer.delivered(names, request.body);
  };
  subscribe(CHANNEL, posted);
  return {
    express: observer.watching(app),
    save() {
      unsubscribe(CHANNEL, posted);
      const folder = resolve(join(__dirname, "..", ".."), recordingsBy(setting));
      observer.recording.save(folder, randomUUID(), model.fingerprint);
    },
  };
}
