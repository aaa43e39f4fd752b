/**
 * postgresql.conf of the embedded engine, written anew at every start. The engine has one process, so nothing runs in
 * the background: `maintain` and the checkpoint timer do what autovacuum and the checkpointer do in a server.
 */
export function engineSettings({ bufferMb }: { bufferMb: number }): string[] {
  return [
    `shared_buffers = ${bufferMb}MB`,
    'work_mem = 32MB',
    'maintenance_work_mem = 64MB',
    // new words are moved into the index by the insert that fills this list: 100 ms instead of half a second at 16 MB, which makes imports a tenth slower
    'gin_pending_list_limit = 1MB',
    // a crash replays this much at most (64 MB take half a second)
    'max_wal_size = 64MB',
    'min_wal_size = 32MB',
    'wal_level = minimal',
    'max_wal_senders = 0',
    'checkpoint_flush_after = 0',
    "timezone = 'UTC'",
    // ranges of text are compared by bytes, plans are for memory and not for a disk arm
    'random_page_cost = 1.1',
    'effective_cache_size = 1GB',
    'max_parallel_workers_per_gather = 0',
    'jit = off',
  ]
}
