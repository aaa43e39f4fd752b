import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { nodeFlags } from '@auspex/server/node-flags'
import type { EvalRow } from '../eval.types.ts'
import { shareRow } from './score.ts'

const check = join(import.meta.dirname, '../../../checks/mcp-conformance.ts')

/** The result of MCP's conformance suite for our server; the check itself lists what the server does not offer. */
export async function judgeConformance(): Promise<EvalRow> {
  const measure = 'checks of the MCP conformance suite, for what the server offers'
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [...nodeFlags, check])
    const passed = Number(/^100 % of (\d+) checks in (\d+) scenarios/mu.exec(stdout)?.[1] ?? 0)
    return shareRow('@modelcontextprotocol/conformance', measure, { good: passed, of: passed }, 1)
  } catch (error) {
    // execFile rejects with the program's output: the scenarios that failed
    console.error(`zeus: ${(error as { stderr?: string }).stderr ?? String(error)}`)
    return shareRow('@modelcontextprotocol/conformance', measure, { good: 0, of: 1 }, 1)
  }
}
