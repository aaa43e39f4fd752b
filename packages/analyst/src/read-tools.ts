import { AbortedError, type AuspexClient, AuspexError } from '@auspex/sdk'
import { sayError } from '@auspex/tools'
import type { AnalystTools } from './analyst.port.ts'

/** Tools that act with the rights of the client's person, and only read: a tool that writes is rejected, whoever calls it. */
export function createReadTools(client: AuspexClient, now: () => number = () => performance.now()): AnalystTools {
  return {
    async read(tool, input, signal) {
      if (tool.writes) throw new Error(`${tool.name} writes, and is run after a yes alone`)
      const began = now()
      const lasted = () => Math.max(0, Math.round(now() - began))
      try {
        return { status: 'ok', output: await tool.run(input, { client, signal }), durationMs: lasted() }
      } catch (error) {
        if (signal.aborted || error instanceof AbortedError) throw error
        const problem = error instanceof AuspexError ? (error.problem ?? null) : null
        return { status: 'failed', sentence: sayError(error), problem, cause: error, durationMs: lasted() }
      }
    },
  }
}
