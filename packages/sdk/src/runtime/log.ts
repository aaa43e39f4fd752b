/** How much a client writes to its log; each level includes those before it. */
export type LogLevel = 'off' | 'error' | 'warn' | 'info' | 'debug'

/** A console, or a logger with the same methods. */
export type LogTarget = Pick<Console, 'error' | 'warn' | 'info' | 'debug'>

const levels: readonly LogLevel[] = ['off', 'error', 'warn', 'info', 'debug']

/** Not every runtime has an environment, and reading it may be forbidden. */
const readEnvironment = (): string | undefined => {
  try {
    return (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env?.AUSPEX_LOG
  } catch {
    return undefined
  }
}

/** Writes an entry if the level of the client includes it. */
export const createConsoleLogger = ({ logLevel, log = console }: { logLevel?: LogLevel; log?: LogTarget }) => {
  const max = levels.indexOf(logLevel ?? (readEnvironment() as LogLevel))
  return (level: Exclude<LogLevel, 'off'>, message: string, facts: object): void => {
    if (levels.indexOf(level) <= max) log[level](`auspex ${message}`, facts)
  }
}
