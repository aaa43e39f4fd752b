import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'
import { capture, makeTemporaryFolder } from '../harness/process.ts'

/** The journeys of the contract. `own` need a separate server: they read what they imported, and then a library never shows the demo corpus. */
export function readJourneys(): { demo: string[]; own: string[] } {
  const all = globSync('openapi/arazzo/*.arazzo.yaml').toSorted()
  const importFiles = all.filter((file) => file.endsWith('/import.arazzo.yaml'))
  return { demo: all.filter((file) => !importFiles.includes(file)), own: importFiles }
}

/** The part of Respect's JSON log (Redocly 2.77) that reports how journeys ended. */
const stepSchema = z.object({
  stepId: z.string(),
  response: z.object({ statusCode: z.number().optional(), body: z.unknown().optional() }).loose().optional(),
  checks: z.array(z.object({ status: z.string(), message: z.string() })).default([]),
})
const workflowSchema = z.object({ workflowId: z.string(), status: z.string(), executedSteps: z.array(stepSchema) })
const logSchema = z.object({
  files: z.record(z.string(), z.object({ executedWorkflows: z.array(workflowSchema) })),
})

export interface JourneyResult {
  file: string
  isGreen: boolean
  /** Deviations from the journey, one sentence for each failed check of a step's last attempt. */
  faults: string[]
}

/** Runs the journeys one at a time on a server. Throws if Respect itself cannot run. */
export async function runRespect(
  files: readonly string[],
  server: { apiUrl: string; token: string },
): Promise<JourneyResult[]> {
  const log = join(makeTemporaryFolder('respect'), 'log.json')
  const args = ['respect', ...files, '--server', `auspex=${server.apiUrl}`, '--json-output', log]
  // the token is not on the command line, where every user of the machine could read it
  const env = { REDOCLY_CLI_RESPECT_INPUT: `token=${server.token}` }
  // the exit code adds nothing to the log
  const output = await capture('redocly', args, { env, timeoutMs: 1_800_000 }).catch(String)
  if (!existsSync(log)) throw new Error(`redocly respect wrote no log:\n${output}`)
  return Object.entries(logSchema.parse(JSON.parse(readFileSync(log, 'utf8'))).files).map(
    ([file, { executedWorkflows }]) => ({
      file,
      isGreen: executedWorkflows.length > 0 && executedWorkflows.every(({ status }) => status === 'success'),
      faults: executedWorkflows.filter(({ status }) => status !== 'success').flatMap(faultsOf),
    }),
  )
}

function faultsOf({ workflowId, executedSteps }: z.infer<typeof workflowSchema>): string[] {
  const last = executedSteps.at(-1)
  if (last === undefined) return [`${workflowId} took no step`]
  const answer = JSON.stringify(last.response?.body ?? null).slice(0, 300)
  // Respect begins some messages with a colour and an empty line
  return last.checks
    .filter(({ status, message }) => status === 'error' && message !== '')
    .map(({ message }) => stripVTControlCharacters(message).trim().split('\n', 1)[0])
    .map((line) => `${workflowId}, ${last.stepId}: ${line}; got ${last.response?.statusCode} ${answer}`)
}
