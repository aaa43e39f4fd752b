/** Prints what the start is doing: one line a step, with its time once it took long enough to matter. */
export async function step<T>(what: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now()
  process.stdout.write(`  ${what} …`)
  try {
    const result = await work()
    const ms = performance.now() - started
    process.stdout.write(ms >= 1000 ? ` ${(ms / 1000).toFixed(1)} s\n` : ' done\n')
    return result
  } catch (error) {
    process.stdout.write(' failed\n')
    throw error
  }
}
