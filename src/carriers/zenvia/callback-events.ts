import { validationFailed } from "../../platform/problem";
import { parseJson } from "../callback-checks";
import type { Schemas } from "./client";
import { isObject, isReference } from "../untrusted";

/** Expected types of fields. A field of another type is dropped, so that later code can trust the types. */
type Shape = "id" | "string" | "number" | Shapes | readonly [Shapes];
interface Shapes {
  readonly [name: string]: Shape;
}

const CONTENT: Shapes = {
  type: "string",
  text: "string",
  payload: "string",
  fileUrl: "string",
  fileMimeType: "string",
  fileName: "string",
  fileCaption: "string",
  status: "string",
  latitude: "number",
  longitude: "number",
};

const EVENT: Shapes = {
  id: "id",
  timestamp: "string",
  type: "string",
  channel: "string",
  direction: "string",
  messageId: "id",
  message: {
    id: "id",
    idRef: "id",
    from: "id",
    to: "id",
    direction: "string",
    channel: "string",
    contents: [CONTENT],
  },
  messageStatus: {
    code: "string",
    timestamp: "string",
    channel: "string",
    description: "string",
    causes: [{ channelErrorCode: "string", reason: "string", details: "string" }],
    context: { button: { type: "string", payload: "string" } },
  },
};

function fitted(value: unknown, shape: Shape): unknown {
  if (shape === "id") return isReference(value) ? value : undefined;
  if (shape === "number") return typeof value === "number" ? value : undefined;
  // PostgreSQL text cannot contain NUL.
  if (shape === "string") return typeof value === "string" ? value.replaceAll("\0", "") : undefined;
  if (Array.isArray(shape)) {
    const [item] = shape as readonly [Shapes];
    return Array.isArray(value) ? value.filter(isObject).map((one) => fitted(one, item)) : undefined;
  }
  if (!isObject(value)) return undefined;
  const fields = Object.entries(shape as Shapes).flatMap(([name, of]) => {
    const field = Object.hasOwn(value, name) ? fitted(value[name], of) : undefined;
    return field === undefined ? [] : [[name, field] as const];
  });
  return Object.fromEntries(fields);
}

/** Parses the event of a callback. Throws 400 if the body is not an event. */
export function readEvent(body: Buffer): Schemas["Event"] {
  const event = fitted(parseJson(body), EVENT) as Schemas["Event"] | undefined;
  if (event?.type) return event;
  throw validationFailed("the body is not an event of Zenvia's: it has no type");
}
