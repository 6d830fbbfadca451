/**
 * A setting, or a file that one names, stops the start; the message has a line for each mistake, beginning with the
 * setting's name.
 */
export class ConfigError extends Error {}
