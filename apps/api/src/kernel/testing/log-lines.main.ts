import { setTimeout as delay } from 'node:timers/promises'
import { createLogger } from '../logger.ts'

// Logs more than waits for room, each line in a turn of its own, and says on standard error that it came to its end.

const log = createLogger('info')
for (let line = 0; line < 300; line += 1) {
  log.info({ line, text: 'x'.repeat(10_000) }, 'a line')
  await delay(0)
}
process.stderr.write('came to its end')
