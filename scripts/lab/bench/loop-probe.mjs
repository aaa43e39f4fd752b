// Loaded into the server's process with --import: once a second, writes figures of its event loop, processor time and memory.
import { renameSync, writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const file = process.env.AUSPEX_LOOP_PROBE
if (file && isMainThread) {
  const resolution = 5
  const delay = monitorEventLoopDelay({ resolution })
  delay.enable()
  const seconds = []
  const write = () => {
    const { user, system } = process.cpuUsage()
    seconds.push({
      at: Date.now(),
      // subtracts the resolution of the probe's own timer, which the measurement includes
      p99Ms: Math.max(0, delay.percentile(99) / 1e6 - resolution),
      maxMs: Math.max(0, delay.max / 1e6 - resolution),
      cpuMs: (user + system) / 1000,
      rssMb: Math.round(process.memoryUsage.rss() / 2 ** 20),
    })
    delay.reset()
    writeFileSync(`${file}.new`, JSON.stringify(seconds))
    renameSync(`${file}.new`, file)
  }
  setInterval(write, 1000).unref()
}
