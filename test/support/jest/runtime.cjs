// Jest loads this file itself, before TypeScript can be compiled.
const { createRequire, isBuiltin } = require("node:module");
const { dirname, isAbsolute, join, relative, resolve, sep } = require("node:path");
const { default: JestRuntime } = require("jest-runtime");
const { sharingByModule, sharingValidators } = require("./sharing.cjs");

const ROOT = join(__dirname, "../../..");
const SERVICE_FOLDERS = ["src", "generated"].map((folder) => join(ROOT, folder) + sep);

const isPackage = (name) => !name.startsWith(".") && !isAbsolute(name) && !isBuiltin(name);
const isOfTheService = (from, name) => {
  const path = resolve(dirname(from), name);
  return SERVICE_FOLDERS.some((folder) => path.startsWith(folder));
};

/** What Jest passes to its transformer for modules that are no ECMAScript modules. */
const COMMONJS = { supportsDynamicImport: false, supportsStaticESM: false };

/** Files with the source maps of the service's modules, by the modules' files. */
const sourceMaps = new Map();
/** The runtime of the present test file. */
let current;

const validator = require("express-openapi-validator");
require.cache[require.resolve("express-openapi-validator")].exports = sharingValidators(validator);

require.extensions[".ts"] = (module, filename) => {
  module._compile(current.compile(filename), filename);
  const sharing = sharingByModule.get(relative(ROOT, filename).replaceAll(sep, "/"));
  if (sharing) module.exports = sharing(module.exports);
};

/**
 * Gives each test file its copy of the tests' modules, as usual. Packages and the service's modules are loaded
 * once per worker instead of once per file; `jest.isolateModules` loads the service's modules again.
 */
class RuntimeWithSharedModules extends JestRuntime {
  constructor(config, environment, resolver, transformer, ...rest) {
    super(config, environment, resolver, transformer, ...rest);
    this.transformer = transformer;
    for (const [filename, path] of sourceMaps) this.getSourceMaps().set(filename, path);
    current = this;
  }

  requireModule(from, name, options, isRequireActual) {
    const isShared =
      name !== undefined &&
      !options?.isInternalModule &&
      (isPackage(name) || (isOfTheService(from, name) && !this.isIsolating));
    if (!isShared) return super.requireModule(from, name, options, isRequireActual);
    return createRequire(from)(name);
  }

  isolateModules(load) {
    this.isIsolating = true;
    try {
      super.isolateModules(load);
    } finally {
      this.isIsolating = false;
    }
  }

  /** Compiles a module of the service with Jest's transformer, which keeps its results on disk. */
  compile(filename) {
    const { code, sourceMapPath } = this.transformer.transform(filename, COMMONJS);
    if (sourceMapPath) {
      sourceMaps.set(filename, sourceMapPath);
      this.getSourceMaps().set(filename, sourceMapPath);
    }
    return code;
  }
}

module.exports = { __esModule: true, default: RuntimeWithSharedModules };
