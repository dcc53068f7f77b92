/** A setting that cannot be used. Its message is the one line that the operator reads. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}
