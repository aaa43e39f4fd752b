// Plain JavaScript, because scripts/bootstrap.mjs reads it with an old Node.
import { spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'

/** A server that was up for so long is not one that fails at once. */
const steadyMs = 60_000
/** Failures in a row that are tried again, after 1, 2, 4, 8 and 16 seconds. */
const mostRestarts = 5
/** Somebody who ends the server with one of these does not want it again. */
const stopSignals = new Set(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'])

const exitCode = ({ code, signal }) => code ?? (signal === 'SIGINT' ? 130 : 1)

/**
 * Runs a server, and again when it ends without having been asked to, so that it is never silently gone. A server that never
 * became ready is not tried again: what stops a start, stops the next one too, and its message should be the last one.
 *
 * @param {object} options
 * @param {() => import('node:child_process').ChildProcess} options.start Starts the server; it sends a message when it is ready.
 * @param {(line: string) => void} options.say Tells the person who watches.
 * @param {(ms: number, signal: AbortSignal) => Promise<unknown>} [options.pause]
 * @param {() => number} [options.now]
 * @param {NodeJS.EventEmitter} [options.signals] What says SIGINT and SIGTERM.
 * @returns {Promise<number>} The exit code to end with.
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
  // Ctrl-C reaches the server by itself, since it shares the terminal; this process waits for it to end cleanly.
  signals.on('SIGINT', () => stopping.abort(130))
  signals.on('SIGTERM', () => {
    stopping.abort(1)
    child?.kill('SIGTERM')
  })

  let wasReady = false
  let failures = 0
  for (;;) {
    const began = now()
    child = start()
    child.once('message', () => (wasReady = true))
    const end = await endOf(child)
    child = null
    if (end.code === 0 || !wasReady || stopping.signal.aborted || stopSignals.has(end.signal)) return exitCode(end)

    failures = now() - began >= steadyMs ? 1 : failures + 1
    const how = end.signal === null ? `with exit code ${end.code}` : `by ${end.signal}`
    if (failures > mostRestarts) {
      say(`Auspex ended ${how}, ${failures} times in a row, and is not started again. Its log above names the reason.`)
      return exitCode(end)
    }
    const seconds = 2 ** (failures - 1)
    say(`Auspex ended ${how}. It is started again in ${seconds} s (${failures} of ${mostRestarts})`)
    await pause(seconds * 1000, stopping.signal).catch(() => undefined)
    if (stopping.signal.aborted) return stopping.signal.reason
  }
}

const endOf = (child) =>
  new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })

/** A start of a Node program that can tell when it is ready. */
export const startNode = (node, args, options) => () =>
  spawn(node, args, { ...options, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
