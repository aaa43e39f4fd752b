import { type DestinationStream, type LoggerOptions, pino } from 'pino'
import type { FastifyBaseLogger } from 'fastify'

/** The log: structured facts and a sentence. */
export type Logger = FastifyBaseLogger

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** Letters that wait until the disk of the log has room again; later lines are lost. */
const mostWaiting = 2 ** 20

/**
 * Standard output, often a file beside the data. A log that cannot be written must not end what it tells of, as it would by itself:
 * the error of a stream that nobody hears is an exception. Lines are written at once, since those that wait are tried without end when the process ends.
 */
function openOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true, maxLength: mostWaiting })
  output.on('error', () => {})
  return output
}

/**
 * A JSON log on standard output. Requests are logged by our own hook, which names the route and never the values in
 * it; the redaction is for objects that a developer logs by mistake.
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
