import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'

/** The part of Respect's JSON log (Redocly 2.77) that reports how journeys ended. */
const logSchema = z.object({
  files: z.record(
    z.string(),
    z.object({
      executedWorkflows: z.array(
        z.object({
          workflowId: z.string(),
          status: z.string(),
          executedSteps: z.array(
            z.object({
              stepId: z.string(),
              response: z
                .object({ statusCode: z.number().optional(), body: z.unknown().optional() })
                .loose()
                .optional(),
              checks: z.array(z.object({ status: z.string(), message: z.string() })).default([]),
            }),
          ),
        }),
      ),
    }),
  ),
})

export interface JourneyResult {
  /** The journey's file. */
  file: string
  isGreen: boolean
  /** Deviations from the journey, one sentence for each failed check of a step's last attempt. */
  faults: string[]
}

/** Reads how each journey ended. A journey succeeds if it has at least one workflow and all of them succeeded. */
export function readLog(text: string): JourneyResult[] {
  const { files } = logSchema.parse(JSON.parse(text))
  return Object.entries(files).map(([file, { executedWorkflows }]) => ({
    file,
    isGreen: executedWorkflows.length > 0 && executedWorkflows.every(({ status }) => status === 'success'),
    faults: executedWorkflows
      .filter(({ status }) => status !== 'success')
      .flatMap(({ workflowId, executedSteps }) => {
        const last = executedSteps.at(-1)
        if (last === undefined) return [`${workflowId} took no step`]
        const answer = JSON.stringify(last.response?.body ?? null).slice(0, 300)
        return last.checks
          .filter(({ status, message }) => status === 'error' && message !== '')
          .map(
            ({ message }) =>
              `${workflowId}, ${last.stepId}: ${firstLine(message)}; got ${last.response?.statusCode} ${answer}`,
          )
      }),
  }))
}

/** Respect begins some messages with a colour and an empty line. */
function firstLine(message: string): string {
  return stripVTControlCharacters(message).trim().split('\n', 1)[0] ?? ''
}
