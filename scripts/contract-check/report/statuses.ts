import { blamed, type Cell, type Coverage, figuresOf, type OperationCoverage } from "../coverage";
import type { Exchange, Fault } from "../exchange";
import { parseJson } from "../invariants/values";
import { type Cause, causesOf, type Place } from "./causes";
import { abbreviated, type Evidence, grouped, type ReportedFault, type Section } from "./section";
import { counted, percent, violationsText } from "./summary";

/** Maximum number of findings per check that a report quotes for one cause. */
const MAX_QUOTED = 4;

function quoted(faults: readonly Fault[]): string[] {
  const checks = [...new Set(faults.map(({ by }) => by))];
  return checks.flatMap((by) => {
    const all = faults.filter((fault) => fault.by === by).map(({ message }) => `${by}: ${message}`);
    const rest = all.length - MAX_QUOTED;
    return rest <= 1 ? all : [...all.slice(0, MAX_QUOTED), `${by}: and ${rest} more`];
  });
}

/** Returns a text such as `getTemplate 200 (3 times)`. */
function placeText({ operation, statuses, count }: Place): string {
  const named = statuses.map((status) => (status === 0 ? "no response" : String(status))).join(" ");
  return `${operation} ${named}${count > 1 ? ` (${count} times)` : ""}`;
}

const list = (name: string, lines: readonly string[]): Evidence => ({
  name,
  text: lines.join("\n"),
  short: abbreviated(lines),
});

const MAX_SHORT = 300;

function message(
  name: string,
  first: string,
  { headers, body }: { headers: Exchange["request"]["headers"]; body: string },
): Evidence {
  const json = parseJson(body);
  const lines = Object.entries(headers).map(([header, value]) => `${header}: ${value}`);
  const pretty = json === undefined ? body : JSON.stringify(json, null, 2);
  return {
    name,
    text: [first, ...lines, "", pretty].join("\n").trimEnd(),
    short: `${first.slice(0, MAX_SHORT)} ${body.slice(0, MAX_SHORT)}`.trimEnd(),
  };
}

const NOTHING = { headers: {}, body: "" };

function faultOf({ exchanges, faults, where }: Cause): ReportedFault {
  const [first, ...others] = exchanges as [Exchange, ...Exchange[]];
  const { operation, purpose, request, response } = first;
  const isCommon = where.length > 1;
  const at = `${where.length} operations`;
  return {
    title: isCommon ? `${at}: ${faults[0]?.message ?? ""}` : `${operation.id}: ${purpose}`,
    more: others.length,
    faults: quoted(faults),
    evidence: [
      ...(isCommon ? [list(`At ${at}`, where.map(placeText))] : []),
      message("Request", `${request.method} ${request.url}`, request),
      message("Response", response === null ? "none" : String(response.status), response ?? NOTHING),
      ...(others.length > 0
        ? [
            list(
              "More like it",
              others.map((one) => `${one.operation.id}: ${one.purpose}`),
            ),
          ]
        : []),
    ],
  };
}

const WORDS = { hit: "hit", violated: "violated", missed: "not provoked" };

const MAX_IN_ONE = 10;

/** Returns the message and the text of a failed status. Status 0 stands for requests without a response. */
function failureOf(violations: readonly Exchange[], id: string, status: number): [string, string] {
  const exchanges = violations.filter(
    (one) => one.operation.id === id && (blamed(one) === status || one.response?.status === status),
  );
  const texts = exchanges
    .slice(0, MAX_IN_ONE)
    .map(({ purpose, request, response, faults }) =>
      [
        purpose,
        ...faults.map(({ by, message: text }) => `  ${by}: ${text}`),
        `  ${request.method} ${request.url} ${request.body}`,
        `  ${response === null ? "no response" : `${response.status} ${response.body}`}`,
      ].join("\n"),
    );
  return [exchanges[0]?.faults[0]?.message ?? "violated", texts.join("\n\n")];
}

const marksOf =
  ({ violations }: Coverage, { operation, untried }: OperationCoverage) =>
  ({ state, status, responses, how, reason, times }: Cell) => {
    const more = state === "missed" ? reason : `${counted(responses, "response")}, first: ${how}`;
    // An operation that never succeeded is a failure, not a deliberate skip.
    const isUntried = untried !== null && state === "missed" && status < 300;
    const failure =
      state === "violated"
        ? failureOf(violations, operation.id, status)
        : isUntried
          ? ([untried, ""] as const)
          : null;
    const ms = times.reduce((all, one) => all + one, 0);
    return [String(status), { state, title: `${status} ${WORDS[state]}: ${more}`, ms, failure }] as const;
  };

export function statusSection(coverage: Coverage): Section {
  const { hit, documented, share, shareFromOutside, violated, missed } = figuresOf(coverage);
  const cells = coverage.operations.flatMap((one) => one.cells);
  const reasons = coverage.operations.flatMap(({ operation, cells: own }) =>
    own.map(({ status, reason }) => ({ name: `${operation.id} ${status}`, reason })),
  );
  return {
    title: "Statuses",
    text:
      `${hit} of ${documented} documented statuses hit (${percent(share)}; ` +
      `${percent(shareFromOutside)} without 500 and 503), ${violated} violated, ${missed} not provoked` +
      (coverage.violations.length > 0 ? `; ${violationsText(coverage)}` : ""),
    faults: causesOf(coverage).map(faultOf),
    columns: [...new Set(cells.map(({ status }) => status))].sort((a, b) => a - b).map(String),
    rows: coverage.operations.map((one) => {
      const { id, tag, method, path } = one.operation;
      const marks = new Map(one.cells.map(marksOf(coverage, one)));
      return { tag, operation: id, route: `${method} ${path}`, marks };
    }),
    words: WORDS,
    empty: "not documented",
    suitePrefix: "",
    notes: [{ title: "Not provoked", names: grouped(reasons) }],
  };
}
