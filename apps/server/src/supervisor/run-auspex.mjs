// Plain JavaScript, because scripts/bootstrap.mjs imports it in an old Node.
import { spawn } from 'node:child_process'
import { allocatorSettings, nodeFlags } from './node-flags.mjs'
import { findProgram } from './program-bundle.mjs'
import { startNode, supervise } from './supervise.mjs'

/**
 * Runs the program in a separate process, with flags that Node only accepts at its start. `start` is supervised.
 *
 * @param {object} run
 * @param {readonly string[]} run.args The command and its arguments.
 * @param {string} [run.node] The Node to run it with.
 * @param {import('node:child_process').SpawnOptions} [run.options]
 * @returns {Promise<number>} The exit code.
 */
export const runAuspex = async ({ args, node = process.execPath, options: { env = process.env, ...others } = {} }) => {
  const options = { ...others, env: { ...allocatorSettings, ...env } }
  const isStart = args[0] === 'start'
  // a person who asks for help waits for no bundle
  const mayWrite = isStart && !args.includes('--help') && !args.includes('-h')
  const program = await findProgram({ node, mayWrite, say: (text) => process.stdout.write(text) })
  const command = [...nodeFlags, program, ...args]
  if (!isStart) return runNode(node, command, options)
  return supervise({ start: startNode(node, command, options), say: (line) => process.stderr.write(`${line}\n`) })
}

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
