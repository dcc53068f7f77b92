import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { RequestHandler } from "express";
import { recordingsBy, SWITCH } from "../../../scripts/contract-coverage/folder";
import { modelOf } from "../../../scripts/contract-coverage/model";
import { Observer } from "../../../scripts/contract-coverage/observer";

const root = join(__dirname, "..", "..", "..");

type Make = (...args: never[]) => unknown;
type Watch = (observer: Observer, original: Make) => Make;

interface ApiParts {
  routes: readonly { operationId: string }[];
  handlers: object;
}

interface Submission {
  content: unknown;
}

interface Carrier {
  submit(messages: readonly Submission[], signal: AbortSignal): Promise<unknown>;
}

interface Poster {
  post(url: URL, headers: Record<string, string>, body: Buffer): Promise<{ status: number | null }>;
}

/** The service's parts at which the recording looks, by file and export. */
const WATCHED: Readonly<Record<string, Readonly<Record<string, Watch>>>> = {
  "src/http/api-router.ts": {
    apiRouter: (observer, original) =>
      ((parts: ApiParts) => {
        const make = original as (parts: ApiParts) => RequestHandler & { use(first: RequestHandler): void };
        // A test's own little API is not the contract's.
        if (parts.routes.length !== observer.model.operations.length) return make(parts);
        const router = make({ ...parts, handlers: observer.handlers(parts.handlers) });
        const replies = observer.replies();
        return ((req, res, next) =>
          void replies(req, res, (error) =>
            error ? next(error) : void router(req, res, next),
          )) as RequestHandler;
      }) as Make,
  },
  "src/carriers/kind.ts": {
    defineKind: (observer, original) =>
      ((kind: { open: (...args: never[]) => Carrier }) =>
        (original as (kind: unknown) => unknown)({
          ...kind,
          open: (...args: never[]) => watchedCarrier(observer, kind.open(...args)),
        })) as Make,
  },
  "src/features/webhooks/poster.ts": {
    webhookPoster: (observer, original) =>
      ((...args: never[]) => {
        const poster = original(...args) as Poster;
        const post: Poster["post"] = async (url, headers, body) => {
          const result = await poster.post(url, headers, body);
          if (result.status !== null) observer.delivered(result.status, headers, body);
          return result;
        };
        return { ...poster, post };
      }) as Make,
  },
};

function watchedCarrier(observer: Observer, carrier: Carrier): Carrier {
  const submit = carrier.submit.bind(carrier);
  carrier.submit = (messages, signal) =>
    submit(
      messages.map((message) => ({ ...message, content: observer.submitted(message.content) })),
      signal,
    );
  return carrier;
}

/** What a worker records of the contract's use, over all its test files. */
export class ContractCoverage {
  private readonly observer = new Observer(
    modelOf(JSON.parse(readFileSync(join(root, "generated", "openapi.json"), "utf8")) as object),
    (file) => file.startsWith(join(root, "src", "/")),
  );

  constructor() {
    // For `helpers.cjs`, which the service's modules load.
    Object.assign(globalThis, { [Symbol.for("recado.follower")]: this.observer.tracker });
    this.followJson();
  }

  /** Texts of JSON are followed through the database. */
  private followJson(): void {
    const { tracker } = this.observer;
    const { stringify, parse } = JSON;
    JSON.stringify = ((value: unknown, ...how: never[]) => {
      const text = stringify(value, ...how);
      tracker.written(value, text);
      return text;
    }) as typeof JSON.stringify;
    JSON.parse = ((text: string, ...how: never[]) => {
      const value: unknown = parse(text, ...how);
      return typeof text === "string" ? tracker.parsed(text, value) : value;
    }) as typeof JSON.parse;
  }

  /** The exports of one of the project's own modules, with those exchanged that are watched. */
  watched(file: string, exports: object): object {
    const found = Object.entries(WATCHED).find(([path]) => file.endsWith(`/${path}`))?.[1];
    if (!found) return exports;
    const changed = Object.entries(found).map(([name, watch]) => {
      const original = Reflect.get(exports, name) as Make;
      return [name, watch(this.observer, original)] as const;
    });
    return { ...exports, ...Object.fromEntries(changed) };
  }

  save(): void {
    const { recording, model } = this.observer;
    const folder = recordingsBy(process.env[SWITCH]);
    const name = `${process.env.JEST_WORKER_ID ?? "0"}-${process.pid}`;
    if (folder !== null) recording.save(resolve(root, folder), name, model.fingerprint);
  }
}
