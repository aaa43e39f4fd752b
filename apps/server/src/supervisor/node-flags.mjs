/**
 * How Node runs the project's programs. The heap is bounded because the embedded database takes most of the memory that an
 * install has: unbounded, V8 lets an import's garbage grow to several hundred MB before it looks at it.
 * Its old generation may double before it is collected: at V8's own pace every fourth large report waits 60 ms for that.
 */
export const nodeFlags = [
  '--disable-warning=ExperimentalWarning',
  '--max-old-space-size=512',
  '--max-semi-space-size=16',
  '--heap-growing-percent=100',
]
