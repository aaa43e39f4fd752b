// Plain JavaScript, because scripts/bootstrap.mjs imports it in an old Node.
import { spawn } from 'node:child_process'

/**
 * Runs a Node program on this terminal until it exits.
 *
 * @param {string} node
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<number>} The exit code.
 */
export const runNode = (node, args, options) =>
  new Promise((resolve, reject) => {
    const child = spawn(node, args, { ...options, stdio: 'inherit' })
    // Ctrl-C also reaches the child, since it shares the terminal; this process waits for it to exit cleanly.
    process.on('SIGINT', () => undefined)
    process.on('SIGTERM', () => child.kill('SIGTERM'))
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)))
  })
