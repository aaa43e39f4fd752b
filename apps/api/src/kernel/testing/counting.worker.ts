import { getPriority } from 'node:os'
import { doTasks } from '../thread-tasks.ts'
import type { CountingTasks } from '../thread.test.ts'

// A thread for the test of threads.
let calls = 0

doTasks<CountingTasks>({
  count: () => (calls += 1),
  fail: (message) => {
    throw new RangeError(message)
  },
  end: () => process.exit(3),
  readPriority: () => getPriority(),
})
