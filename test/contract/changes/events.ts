import { ab, abc, list, named, number, object, type Reason, type Schema, text } from "./operation";

export interface Event {
  body: Schema;
  signature: Schema | null;
  statuses: string[];
}

/** A change of one event; null: the event does not exist. */
interface EventCase {
  name: string;
  before: Event | null;
  after: Event | null;
  because: Reason | null;
  says: string | null;
}

const signature = { ...text, pattern: "^t=\\d+,v1=[0-9a-f]{64}$" };
const note = (properties: Record<string, Schema>, required = Object.keys(properties)) =>
  object(properties, required);
const plain: Event = { body: note({ text }), signature, statuses: ["2XX"] };

const event = (
  name: string,
  before: Partial<Event>,
  after: Partial<Event>,
  because: Reason | null,
  says: string | null,
): EventCase => ({
  name: `event: ${name}`,
  before: { ...plain, ...before },
  after: { ...plain, ...after },
  because,
  says,
});

const body = (name: string, before: Schema, after: Schema, because: Reason | null, says: string | null) =>
  event(name, { body: note({ text: before }) }, { body: note({ text: after }) }, because, says);

export const events: EventCase[] = [
  { name: "event: one is added", before: null, after: plain, because: null, says: "added" },
  { name: "event: one is removed", before: plain, after: null, because: "removed", says: "removed" },
  event("a field is added", {}, { body: note({ text, tag: text }) }, null, "`tag`"),
  event("a field is removed", { body: note({ text, tag: text }) }, {}, "missing", "`tag`"),
  event("a field becomes optional", {}, { body: note({ text }, []) }, "missing", "`text`"),
  body("a list gains a value", ab, abc, "unexpected", "`c`"),
  body("a list loses a value", abc, ab, null, "`c`"),
  body("a list that may grow gains a value", named("GrowingNew"), named("GrowingOld"), null, null),
  body("an entry's list gains a value", list(ab), list(abc), "unexpected", "`c`"),
  body(
    "only true becomes any",
    { type: "boolean", enum: [true] },
    { type: "boolean" },
    "unexpected",
    "pattern",
  ),
  body("a limit is loosened", text, { ...text, maxLength: 200 }, "unexpected", "`200`"),
  body("a limit is tightened", text, { ...text, maxLength: 50 }, null, "`50`"),
  body("the type changes", text, number, "unexpected", "type"),
  event(
    "the signature's pattern changes",
    {},
    { signature: { ...text, pattern: "^v2=" } },
    "unexpected",
    "X-Signature",
  ),
  event("the signature's pattern is removed", {}, { signature: text }, "unexpected", "X-Signature"),
  event(
    "the signature gets longer",
    {},
    { signature: { ...signature, maxLength: 300 } },
    "unexpected",
    "`300`",
  ),
  event("the signature is removed", {}, { signature: null }, "missing", "X-Signature"),
  event("the signature is added", { signature: null }, {}, null, "X-Signature"),
  event("fewer acknowledgements are accepted", {}, { statuses: ["200"] }, "acknowledgement", "`2XX`"),
  event(
    "an acknowledgement is no longer accepted",
    { statuses: ["200", "204"] },
    { statuses: ["200"] },
    "acknowledgement",
    "`204`",
  ),
  event("more acknowledgements are accepted", { statuses: ["200"] }, { statuses: ["2XX"] }, null, "`2XX`"),
];
