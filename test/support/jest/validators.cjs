const validators = new Map();

/**
 * Returns the validator with one middleware for equal documents and settings. It keeps nothing of a request
 * except compiled schemas, which take seconds for the whole contract. Functions in the settings are not
 * compared: the formats are the project's, whichever file's copy they are.
 */
function sharingValidators(validator) {
  const middleware = (options) => {
    const settings = JSON.stringify(options);
    if (!validators.has(settings)) validators.set(settings, validator.middleware(options));
    return validators.get(settings);
  };
  return Object.assign(Object.create(validator), { middleware });
}

/**
 * Returns the contract module with one map of checks for the same document, routes and options. Creating the
 * checks took half of the start of a service.
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

function entryOf(map, key, create) {
  if (!map.has(key)) map.set(key, create());
  return map.get(key);
}

module.exports = { sharingChecks, sharingValidators };
