import { pino } from 'pino'
import type { FastifyBaseLogger } from 'fastify'

/** The log: structured facts and a sentence. */
export type Logger = FastifyBaseLogger

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/**
 * A JSON log on standard output. Requests are logged by our own hook, which names the route and never the values in
 * it; the redaction is for objects that a developer logs by mistake.
 */
export function createLogger(level: LogLevel): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        'authorization',
        '*.authorization',
        '*.headers.authorization',
        '*.headers.cookie',
        'token',
        '*.token',
        'databaseUrl',
        '*.databaseUrl',
        'documentsUrl',
        '*.documentsUrl',
      ],
      censor: '[redacted]',
    },
    serializers: { err: pino.stdSerializers.err },
  })
}
