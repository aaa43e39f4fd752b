import { doTasks } from '../thread-tasks.ts'
import type { CountingTasks } from '../thread.test.ts'

// A thread for the test of threads.
let counted = 0

doTasks<CountingTasks>({
  count: () => (counted += 1),
  fail: (message) => {
    throw new RangeError(message)
  },
  end: () => process.exit(3),
})
