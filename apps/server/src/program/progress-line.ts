/** How often a log that is no terminal gets a line. */
const everyMs = 5000

export interface ProgressLine {
  show(text: string): void
  clear(): void
}

/** One line that is written over on a terminal, and a line now and then anywhere else. */
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
