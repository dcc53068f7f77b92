// Jest loads this itself, before anything that could compile TypeScript.
const { createHash } = require("node:crypto");
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { createTransformer } = require("@swc/jest");

const parser = { syntax: "typescript" };

const plain = createTransformer({ jsc: { target: "es2022", parser } });

/** Copies by spread and rest become calls, by which a recording of the contract's use follows values. */
const following = createTransformer({
  jsc: { parser, externalHelpers: true },
  env: { targets: { node: "20" }, include: ["transform-object-rest-spread"] },
});

/** The compiler's own helpers are a package, which is not among ours; these are in `helpers.cjs`. */
const HELPER = /require\("@swc\/helpers\/_\/(\w+)"\)/g;
const helpers = JSON.stringify(join(__dirname, "helpers.cjs"));
const withHelpers = ({ code, ...rest }) => ({
  ...rest,
  code: code.replace(HELPER, (_, name) => `require(${helpers}).${name}`),
});

const isFollowed = (file) => process.env.RECADO_CONTRACT_COVERAGE && /\/src\/(?!client\/)/.test(file);

/** What is kept of files that were compiled depends on this file too. */
const own = createHash("sha256").update(readFileSync(__filename)).digest("hex");

module.exports = {
  canInstrument: false,
  process: (source, file, options) =>
    isFollowed(file)
      ? withHelpers(following.process(source, file, options))
      : plain.process(source, file, options),
  getCacheKey: (source, file, options) =>
    isFollowed(file)
      ? `${following.getCacheKey(source, file, options)}${own}`
      : plain.getCacheKey(source, file, options),
};
