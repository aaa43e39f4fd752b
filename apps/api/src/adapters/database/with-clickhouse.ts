import type { ClickhouseEngine } from '../clickhouse/engine.port.ts'
import type { Database } from './database.port.ts'

/** A database whose documents lie in ClickHouse; both are closed together, documents first. */
export function withClickhouse<Opened extends Database>(database: Opened, clickhouse: ClickhouseEngine): Opened {
  return {
    ...database,
    clickhouse,
    crashed: Promise.race([database.crashed, clickhouse.crashed]),
    close: async () => {
      await clickhouse.close()
      await database.close()
    },
  }
}
