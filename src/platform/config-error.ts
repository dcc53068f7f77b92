/** An invalid setting. The message is the single line shown to the operator. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}
