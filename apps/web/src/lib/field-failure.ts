import { ApiError } from '@auspex/sdk'

/** The server's message for one field of a form; undefined if it has none. */
export const fieldFailure = (error: unknown, field: string): string | undefined =>
  error instanceof ApiError
    ? error.problem?.errors?.find(({ in: part, pointer }) => part === 'body' && pointer === `/${field}`)?.message
    : undefined

/** Whether a field of the form shows the message, so that the form need not repeat it. */
export const isFieldFailure = (error: unknown, fields: readonly string[]): boolean =>
  fields.some((field) => fieldFailure(error, field) !== undefined)
