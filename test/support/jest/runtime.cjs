// Jest loads this itself, before anything that could compile TypeScript.
const { createRequire, isBuiltin } = require("node:module");
const { isAbsolute } = require("node:path");
const { default: JestRuntime } = require("jest-runtime");
const { sharingValidators } = require("./validators.cjs");

const isPackage = (name) => !name.startsWith(".") && !isAbsolute(name) && !isBuiltin(name);

/**
 * Each test file has the project's own modules to itself, as ever. Packages are Node's: loaded once a worker instead of
 * once a file, which was a second of it.
 */
class RuntimeWithSharedPackages extends JestRuntime {
  requireModule(from, name, options, isRequireActual) {
    if (name === undefined || options?.isInternalModule || !isPackage(name)) {
      return super.requireModule(from, name, options, isRequireActual);
    }
    const loaded = createRequire(from)(name);
    return name === "express-openapi-validator" ? sharingValidators(loaded) : loaded;
  }
}

module.exports = { __esModule: true, default: RuntimeWithSharedPackages };
