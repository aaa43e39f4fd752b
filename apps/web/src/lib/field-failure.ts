import { ApiError } from '@auspex/sdk'

/** What the server says of one field of a form; undefined when it says nothing of it. */
export const fieldFailure = (error: unknown, field: string): string | undefined =>
  error instanceof ApiError
    ? error.problem?.errors?.find(({ in: part, pointer }) => part === 'body' && pointer === `/${field}`)?.message
    : undefined

/** Whether a field of the form carries the message, so that the form need not say it once more. */
export const isFieldFailure = (error: unknown, fields: readonly string[]): boolean =>
  fields.some((field) => fieldFailure(error, field) !== undefined)
