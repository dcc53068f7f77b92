const validators = new Map();

/**
 * The validator with one middleware for the same document and settings. It keeps nothing of a request but the schemas
 * that it has compiled, which take seconds for the whole contract: most of what a test of the API would cost.
 * Functions among the settings are not compared: the formats are the project's, whichever file's copy they are.
 */
function sharingValidators(validator) {
  const middleware = (options) => {
    const settings = JSON.stringify(options);
    if (!validators.has(settings)) validators.set(settings, validator.middleware(options));
    return validators.get(settings);
  };
  return Object.assign(Object.create(validator), { middleware });
}

module.exports = { sharingValidators };
