// Plain JavaScript, because scripts/bootstrap.mjs imports it in an old Node.
import { fileURLToPath } from 'node:url'
import { allocatorSettings, nodeFlags } from './node-flags.mjs'
import { runNode } from './run-node.mjs'
import { startNode, supervise } from './supervise.mjs'

const program = fileURLToPath(new URL('../main.ts', import.meta.url))

/**
 * Runs the program in a separate process, with flags that Node only accepts at its start. `start` is supervised.
 *
 * @param {object} run
 * @param {readonly string[]} run.args The command and its arguments.
 * @param {string} [run.node] The Node to run it with.
 * @param {import('node:child_process').SpawnOptions} [run.options]
 * @returns {Promise<number>} The exit code.
 */
export const runAuspex = ({ args, node = process.execPath, options: { env = process.env, ...others } = {} }) => {
  const options = { ...others, env: { ...allocatorSettings, ...env } }
  const command = [...nodeFlags, program, ...args]
  if (args[0] !== 'start') return runNode(node, command, options)
  return supervise({ start: startNode(node, command, options), say: (line) => process.stderr.write(`${line}\n`) })
}
