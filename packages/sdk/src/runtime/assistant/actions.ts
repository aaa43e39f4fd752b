import type {
  FrontendAction,
  FrontendActionEvent,
  FrontendActionParameter,
  Readable,
} from '../../generated/model/index.ts'
import type { Clock } from '../client.ts'
import type { AnswerAction } from './answer.ts'
import type { RunStore } from './run-store.ts'

/** A schema that validates values and can describe them: an object of zod 4.2 or later, or of any library with Standard JSON Schema. */
export interface ActionSchema<Input = unknown> {
  readonly '~standard': {
    readonly validate: (value: unknown) => SchemaResult<Input> | Promise<SchemaResult<Input>>
    readonly jsonSchema: { readonly input: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown> }
    readonly types?: { readonly input: unknown; readonly output: Input } | undefined
  }
}

type SchemaResult<Value> =
  | { readonly value: Value; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string; readonly path?: readonly unknown[] | undefined }[] }

/** An action that a screen offers to Zeus: `handler` performs it, `render` draws it in the answer. */
export interface Action<Input, View = unknown> {
  /** In camelCase, such as `openSignal`. */
  readonly name: string
  /** What it does and when to use it: Zeus chooses by this. */
  readonly description: string
  /** An object of strings, numbers and booleans, each with its meaning as the description. */
  readonly parameters: ActionSchema<Input>
  handler?(input: Input): unknown
  render?(input: Input): View
}

const types: ReadonlySet<unknown> = new Set(['string', 'number', 'boolean'] satisfies FrontendActionParameter['type'][])
const isType = (type: unknown): type is FrontendActionParameter['type'] => types.has(type)

interface PropertySchema {
  readonly type?: unknown
  readonly description?: string
}

/** An action in the form that a request sends. Throws for parameters that a request cannot describe. */
const describeAction = ({ name, description, parameters }: Action<unknown>): FrontendAction => {
  const schema = parameters['~standard'].jsonSchema.input({ target: 'draft-2020-12' })
  // The shape of an object in Standard JSON Schema.
  const { properties = {}, required = [] } = schema as {
    readonly properties?: Readonly<Record<string, PropertySchema>>
    readonly required?: readonly string[]
  }
  return {
    name,
    description,
    parameters: Object.entries(properties).map(([key, property]) => {
      const type = property.type === 'integer' ? 'number' : property.type
      if (!isType(type))
        throw new Error(`The parameter ${key} of the action ${name} must be a string, a number or a boolean`)
      return { name: key, type, description: property.description ?? key, isRequired: required.includes(key) }
    }),
  }
}

/** The validated arguments of an action, or what is wrong with them. */
const readInput = async <Input>(
  { parameters }: Pick<Action<Input>, 'parameters'>,
  value: unknown,
): Promise<{ readonly input: Input } | { readonly reason: string }> => {
  const result = await parameters['~standard'].validate(value)
  if (result.issues === undefined) return { input: result.value }
  return {
    reason: result.issues
      .map(({ message, path = [] }) => `${path.length > 0 ? `${path.join('.')}: ` : ''}${message}`)
      .join('; '),
  }
}

/** Limits of a request for what a screen shows. */
const maxReadables = 20
const maxValueLength = 20_000

/** What the parts of a screen currently offer. */
export interface Registry {
  /** Returns a function that removes it. */
  addReadable(readable: { readonly description: string; readonly value: unknown }): () => void
  addAction(action: Action<unknown>): () => void
  readonly readables: () => Readable[]
  /** The most recently offered action with this name. */
  readonly action: (name: string) => Action<unknown> | undefined
  readonly describeActions: () => FrontendAction[]
}

export const createRegistry = (): Registry => {
  const readables = new Set<Readable>()
  const actions = new Set<Action<unknown>>()
  const byName = () => new Map([...actions].map((action) => [action.name, action]))
  return {
    addReadable: ({ description, value }) => {
      const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
      const readable = { description, value: text.slice(0, maxValueLength) }
      readables.add(readable)
      return () => void readables.delete(readable)
    },
    addAction: (action) => {
      actions.add(action)
      return () => void actions.delete(action)
    },
    readables: () => [...readables].slice(-maxReadables),
    action: (name) => byName().get(name),
    describeActions: () => [...byName().values()].map(describeAction),
  }
}

/** A screen needs a moment after each action, so that the next one sees its effect (specification §9). */
const pauseMs = 20

interface ActionRunnerOptions {
  readonly registry: Registry
  readonly clock: Clock
  readonly store: Pick<RunStore, 'claimAction'>
}

/** Runs the actions that Zeus requests: one after the other, each id once, even when a stream is read again. */
export const createActionRunner = ({ registry, clock, store }: ActionRunnerOptions) => {
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
      if (!store.claimAction(actionId)) return reportState('done')
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
