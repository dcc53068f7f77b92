// What `following` in `transform.cjs` has put in the place of syntax. Loaded by whatever runs the result, in tests and
// around them; only in tests does somebody follow the copies.
const follower = globalThis[Symbol.for("recado.follower")];

const interop = (module) => (module?.__esModule ? module : { ...module, default: module });

exports._interop_require_default = { _: (module) => (module?.__esModule ? module : { default: module }) };
exports._interop_require_wildcard = { _: interop };
exports._export_star = {
  _: (from, to) => {
    for (const name of Object.keys(from)) {
      if (name === "default" || Object.hasOwn(to, name)) continue;
      Object.defineProperty(to, name, { enumerable: true, get: () => from[name] });
    }
    return from;
  },
};
exports._object_spread = {
  _: (target, ...sources) =>
    follower
      ? sources.reduce((copy, source) => follower.spread(copy, source), target)
      : sources.reduce((copy, source) => ({ ...copy, ...source }), target),
};
exports._object_spread_props = exports._object_spread;
exports._object_without_properties = {
  _: (source, excluded) => {
    if (follower) return follower.rest(source, excluded);
    const rest = { ...source };
    for (const name of excluded) delete rest[name];
    return rest;
  },
};
