import { createServer } from 'node:http'
import type { Config } from '@auspex/api'
import { type FailureLog, guardAnswer, type Handler } from '../gateway/guard-answer.ts'
import { PortInUseError } from '../gateway/gateway.ts'
import { answerMetrics } from './answer-metrics.ts'
import { createMetrics, type MeasuredParts } from './metrics.ts'

export interface MetricsOptions extends MeasuredParts {
  config: Pick<Config, 'metrics'>
  mount(prefix: string, handler: Handler): void
  log: FailureLog
}

/**
 * Lets Prometheus read, where the configuration says so: on a port that only this machine reaches, and at `/metrics` of the
 * public port with a token. Null when it says neither.
 */
export async function openMetrics({
  config: { metrics: settings },
  mount,
  log,
  ...parts
}: MetricsOptions): Promise<{ close(): Promise<void> } | null> {
  const { port, token } = settings
  if (port === null && token === null) return null
  const metrics = await createMetrics(parts)
  if (token !== null) mount('/metrics', answerMetrics(metrics, token))
  const closePort = port === null ? async () => {} : await listen(port, answerMetrics(metrics, null), log)
  return {
    async close() {
      metrics.close()
      await closePort()
    },
  }
}

async function listen(port: number, handler: Handler, log: FailureLog): Promise<() => Promise<void>> {
  const server = createServer((request, response) => void guardAnswer(handler, { request, response, log }))
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new PortInUseError(port, 'AUSPEX_METRICS_PORT') : error),
    )
    server.listen(port, '127.0.0.1', resolve)
  })
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
}
