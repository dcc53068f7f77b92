import { ab, abc, type Case, change, list, named, number, plain, query, text } from "./operation";

const filter = (schema: object, other: object = {}) => ({ parameters: [query("tag", { ...schema }, other)] });
const header = (schema: object, other: object = {}) => ({
  parameters: [{ name: "Idempotency-Key", in: "header", schema, ...other }],
});
const forms = (...security: object[]) => ({ other: { security } });
const key = (...scopes: string[]) => ({ ApiKeyHeader: scopes });
const bearer = (...scopes: string[]) => ({ BearerKey: scopes });
const day = { ...text, format: "date" };
const instant = { anyOf: [{ ...text, format: "date-time" }] };
const dayOrInstant = { anyOf: [day, ...instant.anyOf] };
const long = { ...text, maxLength: 200 };

export const operations: Case[] = [
  { name: "an operation is removed", before: plain, after: null, because: "removed", says: "removed" },
  { name: "an operation is added", before: null, after: plain, because: null, says: "added" },
  change("an operation is renamed", { id: "listNotes" }, { id: "listAllNotes" }, "name", "`listAllNotes`"),
  change("an operation is marked deprecated", {}, { other: { deprecated: true } }, null, "deprecated"),
  {
    name: "a deprecated operation is removed",
    before: { ...plain, other: { deprecated: true } },
    after: null,
    because: "removed",
    says: "removed",
  },
  change("an operation gets other texts", {}, { other: { summary: "New", description: "New." } }, null, null),
  change(
    "an operation gets another server",
    {},
    { other: { servers: [{ url: "/v4" }] } },
    "address",
    "`/v3`",
  ),
  change(
    "another server of an operation comes first",
    { other: { servers: [{ url: "/v3" }, { url: "/v4" }] } },
    { other: { servers: [{ url: "/v4" }, { url: "/v3" }] } },
    "address",
    "first server",
  ),

  change("another scope is required", {}, { scope: "notes:write" }, "key", "notes:write"),
  change(
    "one more scope is required",
    forms(key("notes:read")),
    forms(key("notes:read", "notes:write")),
    "key",
    "notes:write",
  ),
  change(
    "a scope is no longer required",
    forms(key("notes:read", "notes:write")),
    forms(key("notes:read")),
    null,
    "is enough now",
  ),
  change("a form of the key is no longer accepted", forms(key(), bearer()), forms(key()), "key", "BearerKey"),
  change("one more form of the key is accepted", forms(key()), forms(key(), bearer()), null, "BearerKey"),
  change(
    "both forms of the key at once",
    forms(key(), bearer()),
    forms({ ...key(), ...bearer() }),
    "key",
    "BearerKey",
  ),
  change("an open operation requires a key", forms(), forms(key()), "key", "ApiKeyHeader"),
  change("an operation opens", forms(key()), forms(), null, "no key is enough"),

  change("a filter is added", {}, filter(text), null, "`tag`"),
  change("a required filter is added", {}, filter(text, { required: true }), "refused", "`tag`"),
  change("a filter is removed", filter(text), {}, "refused", "`tag`"),
  change("a filter is renamed", filter(text), { parameters: [query("label", text)] }, "refused", "`tag`"),
  change("a filter becomes required", filter(text), filter(text, { required: true }), "refused", "`tag`"),
  change("a filter becomes optional", filter(text, { required: true }), filter(text), null, "`tag`"),
  change(
    "a filter becomes a header",
    filter(text),
    { parameters: [{ name: "tag", in: "header", schema: text }] },
    "refused",
    "`tag`",
  ),
  change(
    "a filter's limit is tightened",
    filter(text),
    filter({ ...text, maxLength: 10 }),
    "refused",
    "`10`",
  ),
  change("a filter's limit is loosened", filter(text), filter(long), null, "`200`"),
  change("a filter loses a value", filter(abc), filter(ab), "refused", "`c`"),
  change("a filter gains a value", filter(ab), filter(abc), null, "`c`"),
  change("a filter of several values loses one", filter(list(abc)), filter(list(ab)), "refused", "`c`"),
  change("a filter of several values gains one", filter(list(ab)), filter(list(abc)), null, "`c`"),
  change(
    "a filter of a list that may grow loses a value",
    filter(named("GrowingOld")),
    filter(named("GrowingNew")),
    "refused",
    "`c`",
  ),
  change(
    "a filter of several values of a list that may grow loses one",
    filter(list(named("GrowingOld"))),
    filter(list(named("GrowingNew"))),
    "refused",
    "`c`",
  ),
  change(
    "a filter takes fewer values at once",
    filter(list(ab)),
    filter(list(ab, { maxItems: 1 })),
    "refused",
    "`1`",
  ),
  change("a filter takes one value in place of several", filter(list(ab)), filter(ab), "refused", "type"),
  change("a filter gets a format", filter(text), filter({ ...text, format: "date" }), "refused", "date"),
  change("a filter gets a pattern", filter(text), filter({ ...text, pattern: "^a" }), "refused", "`^a`"),
  change("a filter's type changes", filter(text), filter(number), "refused", "type"),
  change(
    "a filter's default changes",
    filter({ ...number, default: 5 }),
    filter({ ...number, default: 9 }),
    "otherwise",
    "`9",
  ),
  change("a filter gets a default", filter(number), filter({ ...number, default: 5 }), "otherwise", "`5"),
  change("a filter loses its default", filter({ ...number, default: 5 }), filter(number), "otherwise", "`5"),
  ...(
    [
      ["a limit", list(text), list({ ...text, maxLength: 16 }), "`16`", "`100`"],
      ["a minimum length", list(text), list({ ...text, minLength: 2 }), "`2`", "`2`"],
      ["a pattern", list(text), list({ ...text, pattern: "^a" }), "`^a`", "`^a`"],
      ["a number's maximum", list(number), list({ ...number, maximum: 5 }), "`5", "`9"],
      ["a multiple", list(number), list({ ...number, multipleOf: 2 }), "`2", "`2"],
      ["a list of values", list(text), list(ab), "restricted to a list", "pattern"],
      ["another limit through a reference", list(named("Name")), list(named("ShortName")), "`9`", "`90`"],
    ] as const
  ).flatMap(([narrowed, before, after, says, saysReversed]) => [
    change(`a value of a filter gets ${narrowed}`, filter(before), filter(after), "refused", says),
    change(`a value of a filter loses ${narrowed}`, filter(after), filter(before), null, saysReversed),
  ]),
  change(
    "a filter's values must differ",
    filter(list(text)),
    filter(list(text, { uniqueItems: true })),
    "refused",
    "unique",
  ),
  change(
    "a filter's values may be equal",
    filter(list(text, { uniqueItems: true })),
    filter(list(text)),
    null,
    "unique",
  ),
  change("a filter gets a constant", filter(text), filter({ ...text, const: "a" }), "refused", "`a`"),
  change("a filter loses a constant", filter({ ...text, const: "a" }), filter(text), null, "`a`"),
  change(
    "a filter's constant changes",
    filter({ ...text, const: "a" }),
    filter({ ...text, const: "b" }),
    "refused",
    "`b`",
  ),
  change("a filter no longer takes days", filter(dayOrInstant), filter(instant), "refused", "anyOf"),
  change("a filter takes days as well", filter(instant), filter(dayOrInstant), null, "anyOf"),
  change(
    "a form of a filter's value gets a limit",
    filter(dayOrInstant),
    filter({ anyOf: [day, { ...text, format: "date-time", maxLength: 30 }] }),
    "refused",
    "anyOf",
  ),
  change(
    "a form of a filter's value gets an example",
    filter(dayOrInstant),
    filter({ anyOf: [{ ...day, description: "A day.", examples: ["2026-11-20"] }, ...instant.anyOf] }),
    null,
    null,
  ),
  change(
    "a filter takes one text in place of several",
    filter(list(text)),
    filter({ type: "string" }),
    "refused",
    "`type`",
  ),
  change(
    "a filter is marked deprecated",
    filter(text),
    filter(text, { deprecated: true }),
    null,
    "deprecated",
  ),
  change("a deprecated filter is removed", filter(text, { deprecated: true }), {}, "refused", "`tag`"),
  change("a header of the request is added", {}, header(text), null, "`idempotency-key`"),
  change(
    "a header of the request becomes required",
    header(text),
    header(text, { required: true }),
    "refused",
    "`idempotency-key`",
  ),
  change("a header of the request is removed", header(text), {}, "refused", "`idempotency-key`"),
  change(
    "a header of the request gets a pattern",
    header(text),
    header({ ...text, pattern: "^a" }),
    "refused",
    "`^a`",
  ),
];
