import type { FrontendAction } from '@auspex/sdk/types'
import { jsonSchema, tool, type ToolSet } from 'ai'
import type { ClaimsGuard } from '../guard/claims-guard.ts'
import { sentenceFact } from '../guard/fact.ts'
import { sayAsked } from '../screen/act-on-screen.ts'

type Values = Readonly<Record<string, unknown>>

export interface ScreenToolsOptions {
  readonly actions: readonly FrontendAction[]
  readonly guard: ClaimsGuard
  readonly ask: (action: FrontendAction, values: Values) => void
}

/** Maximum number of actions per answer: a screen that jumps around helps nobody. */
const maxActions = 3

/**
 * The actions of the person's screen, as tools of a model. They are disabled as soon as the model has seen words of documents: then no published text
 * can move anything on the screen, whatever it says.
 */
export function createScreenTools({ actions, guard, ask }: ScreenToolsOptions): {
  readonly tools: ToolSet
  readonly close: () => void
} {
  let [isClosed, requestedCount] = [false, 0]
  const call = (action: FrontendAction, values: Values) => {
    if (isClosed)
      return { error: 'Documents were read in this answer, so the screen is no longer changed. Say what you found.' }
    if (requestedCount >= maxActions) return { error: 'The screen was changed often enough for one answer.' }
    requestedCount += 1
    ask(action, values)
    return { facts: guard.learn([sentenceFact(sayAsked(action))]) }
  }
  return {
    tools: Object.fromEntries(
      actions.map((action) => [
        `screen_${action.name}`,
        tool({
          description: action.description,
          inputSchema: schemaOf(action),
          execute: async (values: Values) => call(action, values),
        }),
      ]),
    ),
    close: () => {
      isClosed = true
    },
  }
}

function schemaOf({ parameters }: FrontendAction) {
  const properties = Object.fromEntries(
    parameters.map(({ name, type, description }) => [name, { type, description }] as const),
  )
  const required = parameters.flatMap(({ name, isRequired }) => (isRequired ? [name] : []))
  const types = new Map(parameters.map(({ name, type }) => [name, type] as const))
  return jsonSchema<Values>(
    { type: 'object', properties, required, additionalProperties: false },
    {
      validate: (value) => {
        if (typeof value !== 'object' || value === null) return { success: false, error: new Error('No object') }
        const values = value as Values // an object
        const isWhole = required.every((name) => name in values)
        const isTyped = Object.entries(values).every(([name, one]) => typeof one === types.get(name))
        const isShort = JSON.stringify(values).length <= 20_000
        return isWhole && isTyped && isShort
          ? { success: true, value: values }
          : { success: false, error: new Error('The arguments are not those of the action') }
      },
    },
  )
}
