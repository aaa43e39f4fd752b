import type { ActionSchema } from '@auspex/sdk/assistant'
import * as z from 'zod/mini'

interface TextField {
  readonly pattern: RegExp
  /** What it means, for Zeus. */
  readonly description: string
}

/** The input of an action that takes texts alone. The small zod, which the app has anyway, checks them and cannot describe itself. */
export const textInput = <Name extends string>(
  fields: Readonly<Record<Name, TextField>>,
): ActionSchema<Record<Name, string>> => {
  const entries = Object.entries<TextField>(fields)
  const schema = z.object(
    Object.fromEntries(entries.map(([name, { pattern }]) => [name, z.string().check(z.regex(pattern))])),
  ) as unknown as z.ZodMiniType<Record<Name, string>> // its keys are those of the fields
  const description = {
    properties: Object.fromEntries(entries.map(([name, field]) => [name, { type: 'string', ...field }])),
    required: entries.map(([name]) => name),
  }
  return {
    '~standard': {
      validate: (value) => schema['~standard'].validate(value),
      jsonSchema: { input: () => description },
    },
  }
}
