// Plain JavaScript, because scripts/bootstrap.mjs imports it in an old Node.
import { spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'

/** After this uptime, a server no longer counts as one that fails at once. */
const steadyMs = 60_000
/** Maximum restarts after consecutive failures, with waits of 1, 2, 4, 8 and 16 seconds. */
const maxRestarts = 5
/** A server ended by one of these signals is not restarted. */
const stopSignals = new Set(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'])

const exitCode = ({ code, signal }) => code ?? (signal === 'SIGINT' ? 130 : 1)

/**
 * Runs a server, and restarts it if it exits without having been stopped, so that it never disappears silently. A server that never
 * became ready is not restarted: the same problem would stop the next start too, and its message should be the last one.
 *
 * @param {object} options
 * @param {() => import('node:child_process').ChildProcess} options.start Starts the server, which sends a message once it is ready.
 * @param {(line: string) => void} options.say Prints a line for the person who watches.
 * @param {(ms: number, signal: AbortSignal) => Promise<unknown>} [options.pause]
 * @param {() => number} [options.now]
 * @param {NodeJS.EventEmitter} [options.signals] Emits SIGINT and SIGTERM.
 * @returns {Promise<number>} The exit code.
 */
export const supervise = async ({
  start,
  say,
  pause = (ms, signal) => delay(ms, undefined, { signal }),
  now = Date.now,
  signals = process,
}) => {
  const stopping = new AbortController()
  let child = null
  // Ctrl-C also reaches the server, since it shares the terminal; this process waits for it to exit cleanly.
  signals.on('SIGINT', () => stopping.abort(130))
  signals.on('SIGTERM', () => {
    stopping.abort(1)
    child?.kill('SIGTERM')
  })

  let wasReady = false
  let failures = 0
  for (;;) {
    const startedAt = now()
    child = start()
    child.once('message', () => (wasReady = true))
    const end = await endOf(child)
    child = null
    if (end.code === 0 || !wasReady || stopping.signal.aborted || stopSignals.has(end.signal)) return exitCode(end)

    failures = now() - startedAt >= steadyMs ? 1 : failures + 1
    const how = end.signal === null ? `with exit code ${end.code}` : `by ${end.signal}`
    if (failures > maxRestarts) {
      say(`Auspex ended ${how}, ${failures} times in a row, and is not started again. Its log above names the reason.`)
      return exitCode(end)
    }
    const seconds = 2 ** (failures - 1)
    say(`Auspex ended ${how}. It is started again in ${seconds} s (${failures} of ${maxRestarts})`)
    await pause(seconds * 1000, stopping.signal).catch(() => undefined)
    if (stopping.signal.aborted) return stopping.signal.reason
  }
}

const endOf = (child) =>
  new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })

/** A function that starts a Node program which can report that it is ready. */
export const startNode = (node, args, options) => () =>
  spawn(node, args, { ...options, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
