import {
  eachOperation,
  parametersOf,
  reportFault,
  resolved,
  responsesOf,
  successSchemas,
} from "./support.mjs";

/** Parameters of each invariant; `?` marks optional parameters, `*` allows any names. */
const OPERATION_INVARIANTS = {
  newest_first: ["field"],
  ordered: ["field"],
  sorted: ["parameter"],
  entries: ["reader", "except?"],
  filters: ["*"],
  same_id: ["*"],
  creates: ["reader?", "list?", "id?", "as?", "each?"],
  updates: ["reader", "replaces?"],
  deletes: ["reader?", "list"],
  becomes: ["reader?", "list?", "from?", "fields", "within_seconds?"],
  counts: ["*"],
  history: ["steps", "status", "at"],
  conditional: ["reader", "tag", "header", "otherwise"],
  idempotent: ["key", "replayed", "other_body"],
  events: [
    ...["reader", "id", "status", "previous", "sequence", "at"],
    ...["history", "signature", "within_seconds", "same?"],
  ],
};
const GENERAL_INVARIANTS = {
  request_id: ["field", "header"],
  own_account: ["status"],
  pages: ["limit", "offset", "total", "has_more", "entries"],
  sums: ["*"],
  zero: ["*"],
  null_unless: ["*"],
  at_most: ["*"],
  gsm7: ["*"],
  no_internals: ["field"],
  rate_limit: ["limit", "remaining", "reset"],
};
/** Functions that return the schema fields that an invariant names. */
const FIELDS_OF = {
  sums: (sums) => Object.entries(sums).flat(2),
  zero: ({ field, while: when }) => [field, ...Object.keys(when)],
  null_unless: ({ field, while: when }) => [field, ...Object.keys(when)],
  at_most: (fields) => Object.entries(fields).flat(),
  gsm7: ({ field, while: when }) => [field, ...Object.keys(when)],
};
const FILTERS = ["field", "contained_in", "pair_in", "not_before", "not_after"];

const VOCABULARY = "the vocabulary is in openapi/invariants.md";
const UNCHECKED = "the contract check could not try it, and the docs would promise what no check verifies";

/** Requires invariants of the vocabulary that name existing operations, parameters, fields and headers. */
export default function invariants() {
  const operations = [];
  const schemas = new Map();
  let root;
  const paths = eachOperation((operation, ctx) =>
    operations.push({ operation, location: ctx.location, ctx }),
  );
  return {
    Root: {
      enter: (node) => void (root = node),
      leave(_root, ctx) {
        const report = (wrong, write, location) =>
          reportFault(ctx, location, { wrong, why: UNCHECKED, write });
        for (const one of operations) check(one, operations, report);
        for (const [name, invariant] of Object.entries(root["x-invariants"] ?? {})) {
          const at = ctx.location.child(["x-invariants", name]);
          if (!hasForm(GENERAL_INVARIANTS, name, invariant, at, report) || FIELDS_OF[name] === undefined)
            continue;
          for (const [schema, one] of Object.entries(invariant)) {
            const known = Object.keys(schemas.get(schema)?.properties ?? {});
            for (const field of FIELDS_OF[name](one)) {
              if (known.includes(field)) continue;
              report(
                `\`${name}\` names \`${schema}.${field}\`, which does not exist`,
                schemas.has(schema) ? `one of ${known.join(", ")}` : "the name of a file in schemas/",
                at.child(schema),
              );
            }
          }
        }
      },
    },
    Schema(schema, ctx) {
      const name = /([^/]+?)(?:\.ya?ml)?$/.exec(
        ctx.location.pointer === "#/" ? ctx.location.source.absoluteRef : ctx.location.pointer,
      )?.[1];
      if (name !== undefined && /^[A-Z]/.test(name)) schemas.set(name, schema);
    },
    ...paths,
    WebhooksMap: { PathItem: { Operation: paths.Paths.PathItem.Operation } },
  };
}

/** Returns whether the vocabulary has an invariant and allows its parameters. */
function hasForm(vocabulary, name, invariant, location, report) {
  const takes = vocabulary[name];
  if (takes === undefined) {
    report(
      `\`${name}\` is not an invariant`,
      `one of ${Object.keys(vocabulary).join(", ")}; ${VOCABULARY}`,
      location.key(),
    );
    return false;
  }
  if (invariant === null || typeof invariant !== "object" || Array.isArray(invariant)) {
    report(`\`${name}\` is not an object`, `\`${name}: { ${takes.join(", ")} }\`; ${VOCABULARY}`, location);
    return false;
  }
  if (takes.includes("*")) return true;
  const given = Object.keys(invariant);
  const known = takes.map((one) => one.replace("?", ""));
  const missing = takes.find((one) => !one.endsWith("?") && !given.includes(one));
  const unknown = given.find((one) => !known.includes(one));
  if (missing !== undefined) {
    report(`\`${name}\` lacks \`${missing}\``, `\`${missing}:\` in it; ${VOCABULARY}`, location);
  }
  if (unknown !== undefined) {
    report(
      `\`${name}\` does not allow \`${unknown}\``,
      `one of ${known.join(", ")}; ${VOCABULARY}`,
      location.child(unknown),
    );
  }
  return missing === undefined && unknown === undefined;
}

function check({ operation, location, ctx }, operations, report) {
  const all = Object.entries(operation["x-invariants"] ?? {});
  const named = (id) => operations.find((one) => one.operation.operationId === id);
  const parameters = parametersOf(operation, location, ctx);
  const namesIn = (place) => parameters.filter((one) => one.in === place).map(({ name }) => name);
  for (const [name, invariant] of all) {
    const at = location.child(["x-invariants", name]);
    if (!hasForm(OPERATION_INVARIANTS, name, invariant, at, report)) continue;
    const need = (what, value, among) => {
      if (value === undefined || among.includes(value)) return;
      const write = among.length > 0 ? `one of ${among.join(", ")}` : `an existing ${what}`;
      report(`\`${name}\` names the ${what} \`${value}\`, which does not exist`, write, at);
    };
    const needOperation = (id) => {
      if (id !== undefined && named(id) === undefined) {
        report(
          `\`${name}\` names the operation \`${id}\`, which does not exist`,
          "an existing `operationId`",
          at,
        );
      }
    };
    const counted = name === "counts" ? Object.values(invariant) : [];
    for (const id of [invariant.reader, invariant.list, ...counted]) needOperation(id);
    const own = fieldsOf({ operation, location, ctx });
    const entries = own.filter((one) => one.startsWith("data.")).map((one) => one.slice("data.".length));
    const ofEntries = (value) => need("field of an entry", value, entries);
    const ofResponse = (value) => need("field of the response", value, own);
    if (name === "newest_first" || name === "ordered") ofEntries(invariant.field);
    if (name === "sorted") {
      need("query parameter", invariant.parameter, namesIn("query"));
      ordersOf({ operation, location, ctx }, invariant.parameter).forEach((order) =>
        ofEntries(order.replace(/^-/, "")),
      );
    }
    if (name === "filters") {
      for (const [parameter, filter] of Object.entries(invariant)) {
        need("query parameter", parameter, namesIn("query"));
        const [kind, ...more] = Object.keys(filter ?? {});
        if (more.length > 0 || !FILTERS.includes(kind)) {
          report(
            `The filter \`${parameter}\` does not state how it selects entries`,
            `one of ${FILTERS.join(", ")}`,
            at.child(parameter),
          );
        } else {
          [filter[kind]].flat().forEach(ofEntries);
          const own = filteredField(parameter, entries);
          if (
            kind === "field" &&
            own !== undefined &&
            filter.field !== own &&
            entries.includes(filter.field)
          ) {
            report(
              `The filter \`${parameter}\` selects by \`${filter.field}\`, and entries have a field \`${own}\``,
              `\`${parameter}: { field: ${own} }\``,
              at.child(parameter),
            );
          }
        }
      }
    }
    if (name === "same_id") {
      for (const [parameter, field] of Object.entries(invariant)) {
        need("path parameter", parameter, namesIn("path"));
        ofResponse(field);
      }
    }
    if (name === "creates") {
      const { each, id } = invariant;
      ofResponse(each === undefined ? id : `${each.answered}.${id}`);
    }
    if (name === "history") {
      const { steps, status, at: time } = invariant;
      [steps, status, `${steps}.${status}`, `${steps}.${time}`].forEach(ofResponse);
    }
    if (name === "counts") Object.keys(invariant).forEach(ofResponse);
    if (name === "idempotent") need("header", invariant.key, namesIn("header"));
    if (name === "conditional") {
      const reader = named(invariant.reader);
      need("header", invariant.header, namesIn("header"));
      if (reader !== undefined) need("header of the reader", invariant.tag, headersOf(reader));
      need("status", String(invariant.otherwise), Object.keys(operation.responses ?? {}));
    }
    if (name === "becomes") {
      const where = named(invariant.reader ?? invariant.list);
      if (invariant.reader === undefined && invariant.list === undefined) {
        report("`becomes` does not state where it shows", "`reader:` or `list:`", at);
      } else if (where !== undefined) {
        const prefix = invariant.reader === undefined ? "data." : "";
        for (const field of Object.keys({ ...invariant.from, ...invariant.fields }))
          need("field of the response", prefix + field, fieldsOf(where));
      }
    }
  }
}

/** Returns the entry field that a query parameter filters: one with the same name, or `tag` for `tags`. */
const filteredField = (parameter, entries) =>
  [parameter, parameter.replace(/s$/, "")].find((name) => entries.includes(name));

/** Returns the values of a query parameter with an enumeration. */
const ordersOf = ({ operation, location, ctx }, name) =>
  (operation.parameters ?? []).flatMap((raw, index) => {
    const found = resolved(raw, location.child(["parameters", index]), ctx);
    if (found.node?.in !== "query" || found.node.name !== name) return [];
    return resolved(found.node.schema ?? {}, found.location.child("schema"), ctx).node?.enum ?? [];
  });

/** Returns the headers of the success responses of an operation. */
const headersOf = ({ operation, location, ctx }) =>
  responsesOf(operation, location, ctx)
    .filter(({ status }) => status.startsWith("2"))
    .flatMap(({ node }) => Object.keys(node?.headers ?? {}));

/** Returns the fields of success responses. Fields of array entries have paths such as `data.id`. */
function fieldsOf({ operation, location, ctx }) {
  const found = new Set();
  for (const { schema, location: at } of successSchemas(operation, location, ctx)) {
    addFields(schema, at, ctx, "", found);
  }
  return [...found];
}

/** Maximum depth of fields in invariants. */
const MAX_STEPS = 3;

function addFields(raw, rawLocation, ctx, path, found) {
  if (path.split(".").length > MAX_STEPS) return;
  const { node, location } = resolved(raw, rawLocation, ctx);
  for (const list of ["allOf", "anyOf", "oneOf"]) {
    (node[list] ?? []).forEach((child, index) =>
      addFields(child, location.child([list, index]), ctx, path, found),
    );
  }
  if (node.items !== undefined) addFields(node.items, location.child("items"), ctx, path, found);
  for (const [name, child] of Object.entries(node.properties ?? {})) {
    found.add(path + name);
    addFields(child, location.child(["properties", name]), ctx, `${path}${name}.`, found);
  }
}
