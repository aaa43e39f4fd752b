import { type DestinationStream, type LoggerOptions, pino } from 'pino'
import type { FastifyBaseLogger } from 'fastify'

/** The log: structured facts and a sentence. */
export type Logger = FastifyBaseLogger

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** Characters that are buffered while the log cannot be written. Once the buffer is full, further lines are dropped. */
const maxWaitingLength = 2 ** 20

/**
 * Opens standard output, often a file next to the data. A log that cannot be written must not take the server down: an unhandled error event of a
 * stream is an exception. Writing is synchronous, because buffered lines would be retried forever when the process exits.
 */
function openOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true, maxLength: maxWaitingLength })
  output.on('error', () => {})
  return output
}

/**
 * Creates a JSON log on standard output. Our own hook logs requests, with the route and never the values in it; the redaction is for objects that a
 * developer logs by mistake.
 */
export function createLogger(level: LogLevel): Logger {
  const options: LoggerOptions = {
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
  }
  return pino(options, openOutput())
}
