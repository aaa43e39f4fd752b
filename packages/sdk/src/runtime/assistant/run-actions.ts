import type { FrontendActionEvent } from '../../generated/model/index.ts'
import type { Clock } from '../client.ts'
import { readInput } from './actions.ts'
import type { AnswerAction } from './answer.ts'
import type { KeptRuns } from './kept-runs.ts'
import type { Registry } from './registry.ts'

/** A screen needs a moment after each action, so that the next one sees its effect (specification §9). */
const pauseMs = 20

interface ActionRunnerOptions {
  readonly registry: Registry
  readonly clock: Clock
  readonly kept: Pick<KeptRuns, 'takeAction'>
}

/** Runs the actions that Zeus requests: one after the other, each id once, even when a stream is read again. */
export const createActionRunner = ({ registry, clock, kept }: ActionRunnerOptions) => {
  let last = Promise.resolve()
  return (event: FrontendActionEvent, report: (action: AnswerAction) => void): void => {
    const { actionId, name } = event
    let input = parse(event.arguments)
    const reportState = (state: AnswerAction['state'], reason: string | null = null) =>
      report({ actionId, name, input, state, reason })
    const run = async (): Promise<void> => {
      const action = registry.action(name)
      if (!action) return reportState('failed', `This screen does not offer ${name}`)
      const read = await readInput(action, input)
      if ('reason' in read) return reportState('failed', read.reason)
      input = read.input
      if (!action.handler) return reportState('shown')
      if (!kept.takeAction(actionId)) return reportState('done')
      reportState('running')
      await action.handler(read.input)
      reportState('done')
      return clock.sleep(pauseMs, null)
    }
    last = last
      .then(run)
      .catch((error: unknown) => reportState('failed', error instanceof Error ? error.message : String(error)))
  }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
