/**
 * A wrong setting, or a wrong file that a setting names, stops the start. The message has one line for each mistake,
 * which begins with the setting's name.
 */
export class ConfigError extends Error {}
