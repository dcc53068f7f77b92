const validators = new Map();

/**
 * Returns the validator with one middleware for equal documents and settings. It keeps nothing of a request
 * except compiled schemas, which take seconds for the whole contract. Functions in the settings are not
 * compared: the formats are the project's, whichever file's copy they are.
 */
function sharingValidators(validator) {
  const middleware = (options) =>
    entryOf(validators, JSON.stringify(options), () => validator.middleware(options));
  return Object.assign(Object.create(validator), { middleware });
}

/**
 * Returns the contract's module with one map of checks for the same document, routes and options. Creating the
 * checks takes as long as the rest of a service's start.
 */
function sharingChecks(contract) {
  const ofDocuments = new WeakMap();
  const checksFor = (document, routes, options) => {
    const ofRoutes = entryOf(ofDocuments, document, () => new WeakMap());
    const ofOptions = entryOf(ofRoutes, routes, () => new Map());
    return entryOf(ofOptions, JSON.stringify(options), () => contract.checksFor(document, routes, options));
  };
  return { ...contract, checksFor };
}

/** Returns the module of the documentation with one router for the same documents and context. */
function sharingDocs(docs) {
  const ofContracts = new WeakMap();
  const docsRouter = (documents, send) => {
    const { contract, sdkContract, context } = documents;
    if (send !== undefined || sdkContract === null) return docs.docsRouter(documents, send);
    const ofSdkContracts = entryOf(ofContracts, contract, () => new WeakMap());
    const ofContexts = entryOf(ofSdkContracts, sdkContract, () => new Map());
    return entryOf(ofContexts, JSON.stringify(context), () => docs.docsRouter(documents));
  };
  return { ...docs, docsRouter };
}

function entryOf(map, key, create) {
  if (!map.has(key)) map.set(key, create());
  return map.get(key);
}

/**
 * Modules whose results the services of a test worker share. Maps the file of a module to the function that
 * replaces the module's exports.
 */
const sharingByModule = new Map([
  ["src/http/contract.ts", sharingChecks],
  ["src/web/docs/docs.routes.ts", sharingDocs],
]);

module.exports = { sharingByModule, sharingValidators };
