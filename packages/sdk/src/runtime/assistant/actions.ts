import type { FrontendAction, FrontendActionParameter } from '../../generated/model/index.ts'

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
export const describeAction = ({ name, description, parameters }: Action<unknown>): FrontendAction => {
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
export const readInput = async <Input>(
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
