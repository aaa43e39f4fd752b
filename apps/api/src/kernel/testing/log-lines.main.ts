import { setTimeout as delay } from 'node:timers/promises'
import { createLogger } from '../logger.ts'

// Logs more than the buffer can take, each line in a separate turn of the event loop, and reports on standard error when done.

const log = createLogger('info')
for (let line = 0; line < 300; line += 1) {
  log.info({ line, text: 'x'.repeat(10_000) }, 'a line')
  await delay(0)
}
process.stderr.write('came to its end')
