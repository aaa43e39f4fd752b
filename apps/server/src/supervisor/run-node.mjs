// Plain JavaScript, because scripts/bootstrap.mjs reads it with an old Node.
import { spawn } from 'node:child_process'

/**
 * Runs a Node program on this terminal until it ends.
 *
 * @param {string} node
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<number>} The exit code to end with.
 */
export const runNode = (node, args, options) =>
  new Promise((resolve, reject) => {
    const child = spawn(node, args, { ...options, stdio: 'inherit' })
    // Ctrl-C reaches the child by itself, since it shares the terminal; this process waits for it to end cleanly.
    process.on('SIGINT', () => undefined)
    process.on('SIGTERM', () => child.kill('SIGTERM'))
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)))
  })
