/**
 * postgresql.conf of the embedded engine, rewritten at every start. The engine has one process, so nothing runs in the background: `maintain` and the
 * checkpoint timer replace autovacuum and the checkpointer of a server.
 */
export function engineSettings({ bufferMb }: { bufferMb: number }): string[] {
  return [
    `shared_buffers = ${bufferMb}MB`,
    'work_mem = 32MB',
    'maintenance_work_mem = 64MB',
    // the insert that fills this list moves the new words into the index: 100 ms instead of half a second at 16 MB, at the cost of imports a tenth
    // slower
    'gin_pending_list_limit = 1MB',
    // a crash replays this much at most (64 MB take half a second)
    'max_wal_size = 64MB',
    'min_wal_size = 32MB',
    'wal_level = minimal',
    'max_wal_senders = 0',
    'checkpoint_flush_after = 0',
    "timezone = 'UTC'",
    // text ranges compare bytes, and plans assume memory rather than a spinning disk
    'random_page_cost = 1.1',
    'effective_cache_size = 1GB',
    'max_parallel_workers_per_gather = 0',
    'jit = off',
  ]
}
