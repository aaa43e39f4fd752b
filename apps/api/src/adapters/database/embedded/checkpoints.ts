import type { DatabaseLog, StatementPool } from '../database.port.ts'

/**
 * The engine never checkpoints by itself: its write-ahead log would grow without end and a restart would replay all
 * of it. Every `intervalMs` this asks for one, when anything was written since the last. Returns a function that stops it.
 */
export function startCheckpoints(pool: StatementPool, log: DatabaseLog, intervalMs = 60_000): () => void {
  let lastPosition = ''
  let running = false
  const checkpoint = async () => {
    if (running) return
    running = true
    try {
      const position = await readPosition(pool)
      if (position === lastPosition) return
      await pool.query('checkpoint')
      lastPosition = await readPosition(pool)
    } catch (error) {
      log.warn({ error: String(error) }, 'checkpoint failed; the next one will cover it')
    } finally {
      running = false
    }
  }
  const timer = setInterval(() => void checkpoint(), intervalMs)
  timer.unref()
  return () => clearInterval(timer)
}

async function readPosition(pool: StatementPool): Promise<string> {
  const { rows } = await pool.query<{ position: string }>('select pg_current_wal_insert_lsn()::text as position')
  return rows[0]?.position ?? ''
}
