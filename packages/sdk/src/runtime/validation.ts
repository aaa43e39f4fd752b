import type { CallInfo } from './errors.ts'

/** What the `validate` option of a client is: told of each body that was read, and may throw. */
export type Validation = (answer: CallInfo & { readonly body: unknown }) => void
