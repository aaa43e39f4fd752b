import type { CallLog } from './hooks.ts'

/** How much a client writes to its log; each level includes those before it. */
export type LogLevel = 'off' | 'error' | 'warn' | 'info'

/** A console, or a logger with the same methods. */
export type LogTarget = Pick<Console, 'error' | 'warn' | 'info'>

const levels: readonly LogLevel[] = ['off', 'error', 'warn', 'info']

/** Writes the entry of a finished call if the level of the client includes it. Not every runtime has an environment. */
export const createConsoleLogger = ({ logLevel, log = console }: { logLevel?: LogLevel; log?: LogTarget }) => {
  const { process } = globalThis as { process?: { env?: { AUSPEX_LOG?: LogLevel } } }
  const max = levels.indexOf(logLevel ?? process?.env?.AUSPEX_LOG ?? 'off')
  return (call: CallLog): void => {
    const level = levelOf(call)
    if (levels.indexOf(level) <= max) log[level](`auspex ${call.operation}`, call)
  }
}

/** A call that needed another attempt is worth a warning. */
const levelOf = ({ error, attempt }: CallLog): Exclude<LogLevel, 'off'> => {
  if (error) return 'error'
  return attempt ? 'warn' : 'info'
}
