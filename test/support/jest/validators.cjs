const util = require("express-openapi-validator/dist/middlewares/util");

const validators = new Map();

/** Compiled checks of responses, by the validator's Ajv and the text of the response's schema. */
const checks = new WeakMap();
const { useAjvCache } = util;

/**
 * Compiles the check of a response once per schema. The package compiles it again for each operation, status
 * and content type of the request, and most responses are one of a few errors.
 */
util.useAjvCache = (ajv, schema, key) => {
  const { response, ...others } = schema.properties ?? {};
  const text = response && Object.keys(others).length === 0 ? textOf(response) : null;
  if (text === null) return useAjvCache(ajv, schema, key);
  const known = checks.get(ajv) ?? new Map();
  checks.set(ajv, known);
  const check = known.get(text) ?? useAjvCache(ajv, schema, key);
  known.set(text, check);
  return check;
};

/** Returns a schema as JSON, or null if it has functions, which JSON would lose. */
function textOf(schema) {
  let isPlain = true;
  const text = JSON.stringify(schema, (_, value) => {
    if (typeof value === "function") isPlain = false;
    return value;
  });
  return isPlain ? text : null;
}

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
