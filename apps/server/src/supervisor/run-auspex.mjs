// Plain JavaScript, because scripts/bootstrap.mjs reads it with an old Node.
import { fileURLToPath } from 'node:url'
import { nodeFlags } from './node-flags.mjs'
import { runNode } from './run-node.mjs'
import { startNode, supervise } from './supervise.mjs'

const program = fileURLToPath(new URL('../main.ts', import.meta.url))

/**
 * Runs the program in a process of its own, with the flags that Node takes only at its start. `start` is supervised.
 *
 * @param {object} run
 * @param {readonly string[]} run.args The command and its arguments.
 * @param {string} [run.node] The Node to run it with.
 * @param {import('node:child_process').SpawnOptions} [run.options]
 * @returns {Promise<number>} The exit code to end with.
 */
export const runAuspex = ({ args, node = process.execPath, options = {} }) => {
  const command = [...nodeFlags, program, ...args]
  if (args[0] !== 'start') return runNode(node, command, options)
  return supervise({ start: startNode(node, command, options), say: (line) => process.stderr.write(`${line}\n`) })
}
