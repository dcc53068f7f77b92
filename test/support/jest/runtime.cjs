// Jest loads this file itself, before TypeScript can be compiled.
const { createRequire, isBuiltin } = require("node:module");
const { isAbsolute } = require("node:path");
const { default: JestRuntime } = require("jest-runtime");
const { sharingValidators } = require("./validators.cjs");

const isPackage = (name) => !name.startsWith(".") && !isAbsolute(name) && !isBuiltin(name);

/**
 * Gives each test file its copy of the project's modules, as usual. Packages are loaded once a worker instead
 * of once a file, which saves a second a file.
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
