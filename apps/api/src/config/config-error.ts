/** An unusable setting. The message names the variable, what is wrong with it and an example; never its value, which may be a secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly code = 'config.invalid'
  readonly variable: string

  constructor({ variable, problem, example }: { variable: string; problem: string; example: string }) {
    super(`${variable} ${problem}. Example: ${variable}=${example}`)
    this.variable = variable
  }
}
