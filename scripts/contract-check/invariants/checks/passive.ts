import type { FieldWhile, GeneralInvariants, OperationInvariants } from "../../../../src/web/docs/invariants";
import { nameOfRef, type Schema } from "../../../../src/web/docs/contract";
import { at, isObject, type Json, listAt, shown, textAt } from "../values";

export interface ParsedResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: unknown;
}

/** Checks that an error response has the same request id in body and header. */
export function checkRequestId(
  { field, header }: NonNullable<GeneralInvariants["request_id"]>,
  { headers, body }: ParsedResponse,
): string[] {
  const [inBody, inHeader] = [at(body, field), headers[header.toLowerCase()]];
  return inBody === inHeader && inBody !== undefined
    ? []
    : [`${field} is ${shown(inBody)}, the header ${header} is ${shown(inHeader)}`];
}

/** Patterns of service internals. They name no product, because the check runs against any service. */
const INTERNALS: readonly (readonly [string, RegExp])[] = [
  [
    "SQL",
    /\bselect .+ from \S+ (where|order by|limit|(inner|left) join)\b|\binsert into \S+ ?\(|\bupdate \S+ set \S+ =|\bdelete from \S+ where\b|\balter table\b/i,
  ],
  [
    "a database error",
    /\bSQLITE_\w+|\bSQLSTATE\b|no such (table|column)|constraint failed|violates .{0,60}constraint|relation ".+" does not exist|syntax error at or near/i,
  ],
  [
    "a location in the code",
    /\bat .{0,120}:\d+(:\d+)?\)?|\bnode_modules\b|\.(js|mjs|cjs|ts|py|rb|go|java|php):\d+/,
  ],
  ["a file", /(^|[\s"'`(])\/(app|etc|home|opt|root|srv|tmp|usr|var|work)\/\S+/],
  [
    "a program error",
    /\b(Type|Reference|Range|Syntax)Error\b|\bCannot read propert|\b(is not a function|is not defined|\[object Object\])|Traceback/,
  ],
  [
    "an internal address",
    /\bE(CONNREFUSED|CONNRESET|NOENT|TIMEDOUT|PIPE|ACCES|AI_AGAIN|NOTFOUND)\b|\b\d+(\.\d+){3}:\d+/,
  ],
];

/** Checks that an error message does not show internals of the service. Text from the request is allowed. */
export function checkInternals(
  { field }: NonNullable<GeneralInvariants["no_internals"]>,
  { body }: ParsedResponse,
  requestText: string,
): string[] {
  const text = textAt(body, field);
  return INTERNALS.flatMap(([what, pattern]) => {
    const found = pattern.exec(text)?.[0];
    return found === undefined || requestText.includes(found)
      ? []
      : [`${field} shows ${what}: ${shown(found)}`];
  });
}

export const checkSameId = (
  fields: NonNullable<OperationInvariants["same_id"]>,
  params: Readonly<Record<string, string>>,
  { body }: ParsedResponse,
): string[] =>
  Object.entries(fields)
    .filter(([parameter, field]) => params[parameter] !== undefined && at(body, field) !== params[parameter])
    .map(
      ([parameter, field]) =>
        `requested ${parameter} ${params[parameter]}, but the response's ${field} is ${shown(at(body, field))}`,
    );

/** Calls `visit` for each object in `value` whose schema is a named component. */
export function eachNamed(
  schema: Schema,
  value: unknown,
  resolve: (schema: Schema) => Schema,
  visit: (name: string, value: Json) => void,
): void {
  if (schema.$ref !== undefined && isObject(value)) visit(nameOfRef(schema.$ref), value);
  const whole = resolve(schema);
  for (const one of [...(whole.allOf ?? []), ...(whole.anyOf ?? []), ...(whole.oneOf ?? [])]) {
    if (one.$ref !== undefined || one.properties) eachNamed(one, value, resolve, visit);
  }
  if (whole.items && Array.isArray(value)) {
    for (const one of value) eachNamed(whole.items, one, resolve, visit);
  }
  if (!isObject(value)) return;
  for (const [name, child] of Object.entries(whole.properties ?? {})) {
    if (name in value) eachNamed(child, value[name], resolve, visit);
  }
}

type ObjectCheck<Rule> = (rule: Rule, value: Json) => string[];

export const checkSums: ObjectCheck<Readonly<Record<string, readonly string[]>>> = (sums, value) =>
  Object.entries(sums).flatMap(([field, parts]) => {
    const sum = parts.reduce((total, part) => total + Number(value[part]), 0);
    return sum === value[field] ? [] : [`${field} is ${shown(value[field])}, ${parts.join(" + ")} is ${sum}`];
  });

/** Returns a check of a field. `applies` says whether another field has one of the given values. */
const checkWhile =
  (isKept: (value: unknown, applies: boolean) => boolean): ObjectCheck<FieldWhile> =>
  ({ field, while: when }, value) =>
    Object.entries(when)
      .filter(([name, values]) => !isKept(value[field], values.includes(String(value[name]))))
      .map(([name]) => `${field} is ${shown(value[field])} while ${name} is ${shown(value[name])}`);

export const checkZero = checkWhile((value, applies) => !applies || value === 0);

/** Checks that a field is null unless another field has one of the given values, and is not null then. */
export const checkNullUnless = checkWhile((value, applies) => applies === (value !== null));

/** Characters of the default alphabet and its extension. Source: 3GPP TS 23.038, 6.2.1. */
const GSM7 =
  /^[\n\f\r !"#$%&'()*+,\-./0-9:;<=>?@A-Z[\\\]^_a-z{|}~¡£¤¥§¿ÄÅÆÇÉÑÖØÜßàäåæèéìñòöøùüΓΔΘΛΞΠΣΦΨΩ€]*$/u;

export const checkGsm7 = checkWhile(
  (value, applies) => !applies || (typeof value === "string" && GSM7.test(value)),
);

/** Checks that fields are not above their maxima. A field or a maximum that is null passes. */
export const checkAtMost: ObjectCheck<Readonly<Record<string, string>>> = (maxima, value) =>
  Object.entries(maxima).flatMap(([field, maximum]) => {
    const [one, most] = [value[field], value[maximum]];
    if (one === null || most === null || Number(one) <= Number(most)) return [];
    return [`${field} is ${shown(one)}, more than ${maximum}, which is ${shown(most)}`];
  });

export const OBJECT_CHECKS = {
  sums: checkSums,
  zero: checkZero,
  null_unless: checkNullUnless,
  at_most: checkAtMost,
  gsm7: checkGsm7,
};

/** Checks an object against the invariants of the schema `name`. Returns the faults of each invariant. */
export const objectFaults = (
  name: string,
  value: Json,
  invariants: GeneralInvariants,
): [string, string[]][] =>
  (Object.keys(OBJECT_CHECKS) as (keyof typeof OBJECT_CHECKS)[]).flatMap((invariant) => {
    const rule = invariants[invariant]?.[name];
    const check = OBJECT_CHECKS[invariant] as ObjectCheck<unknown>;
    return rule === undefined ? [] : [[invariant, check(rule, value)] as [string, string[]]];
  });

/** Checks that steps are chronological, no status repeats, and the last step has the current status. */
export function checkHistory(
  { steps, status, at: instant }: NonNullable<OperationInvariants["history"]>,
  { body }: ParsedResponse,
): string[] {
  const all = listAt(body, steps);
  const statuses = all.map((step) => at(step, status));
  const twice = statuses.find((one, index) => statuses.indexOf(one) !== index);
  const early = all.findIndex(
    (step, index) => index > 0 && textAt(step, instant) < textAt(all[index - 1], instant),
  );
  const now = at(body, status);
  return [
    ...(statuses.at(-1) === now
      ? []
      : [`${steps} ends with ${shown(statuses.at(-1))}, ${status} is ${shown(now)}`]),
    ...(twice === undefined ? [] : [`${steps} has ${shown(twice)} twice`]),
    ...(early < 0
      ? []
      : [
          `${steps}: ${shown(statuses[early])} comes after ${shown(statuses[early - 1])}, and is of an earlier instant`,
        ]),
  ];
}

/** Maximum difference between the window ends of two responses in one rate-limit window, in milliseconds. */
const SAME_WINDOW_MS = 10_000;
/** Number of consecutive rises of the remaining requests that is a fault. Reservations cause fewer rises. */
const MAX_RISES = 10;

/** Returns a stateful check of consecutive responses to one account. */
export function rateLimitCheck(
  invariant: NonNullable<GeneralInvariants["rate_limit"]>,
): (response: ParsedResponse, now: number) => string[] {
  let seen = new Set<number>();
  let [endsAt, last, rises] = [0, 0, 0];
  return ({ headers }, now) => {
    const [limit, remaining, reset] = [invariant.limit, invariant.remaining, invariant.reset].map((name) =>
      Number(headers[name.toLowerCase()] ?? NaN),
    ) as [number, number, number];
    // The headers are absent before the account is known. In other responses, the schema check reports
    // missing headers.
    if ([limit, remaining, reset].some(Number.isNaN)) return [];
    const end = now + reset * 1_000;
    if (Math.abs(end - endsAt) > SAME_WINDOW_MS) [seen, endsAt, last, rises] = [new Set(), end, remaining, 0];
    rises = remaining > last ? rises + 1 : 0;
    last = remaining;
    const again = remaining > 0 && seen.has(remaining);
    seen.add(remaining);
    return [
      ...(remaining > limit
        ? [`${invariant.remaining} is ${remaining}, more than the ${invariant.limit} of ${limit}`]
        : []),
      ...(again ? [`${invariant.remaining} is ${remaining} again, in the same window`] : []),
      ...(rises >= MAX_RISES
        ? [`${invariant.remaining} has risen ${rises} times in a row, to ${remaining}`]
        : []),
    ];
  };
}
