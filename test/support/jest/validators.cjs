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

module.exports = { sharingValidators };
