/**
 * Node's flags for the project's programs. The heap is bounded because the embedded database uses most of an installation's memory:
 * unbounded, V8 lets an import's garbage grow to several hundred MB before it collects any. The old generation may double before it
 * is collected: with V8's default, every fourth large report waits 60 ms for a collection.
 */
export const nodeFlags = [
  '--disable-warning=ExperimentalWarning',
  '--max-old-space-size=512',
  '--max-semi-space-size=16',
  '--heap-growing-percent=100',
]

/**
 * Settings of glibc's allocator, which otherwise keeps memory that nothing uses: an arena for each of a dozen threads, and freed blocks of up to
 * 32 MB. A server at rest takes 500 to 540 MB with them, and 650 MB without. Other systems ignore them.
 */
export const allocatorSettings = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '131072',
}
