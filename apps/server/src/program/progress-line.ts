/** How often a line is printed if the output is not a terminal. */
const everyMs = 5000

export interface ProgressLine {
  show(text: string): void
  clear(): void
}

/** A line that is overwritten on a terminal, and printed at intervals anywhere else. */
export function createProgressLine(): ProgressLine {
  if (process.stdout.isTTY)
    return {
      show: (text) => void process.stdout.write(`\r\u001b[K  ${text}`),
      clear: () => void process.stdout.write('\r\u001b[K'),
    }
  let lastShownAt = 0
  return {
    show: (text) => {
      if (Date.now() - lastShownAt <= everyMs) return
      lastShownAt = Date.now()
      console.log(`  ${text}`)
    },
    clear: () => undefined,
  }
}
