import type { AuspexClient } from './client.ts'
import { AuspexError, type CallInfo, HookError } from './errors.ts'

/** What the `validate` option of a client is: told of each body that was read, and may throw. */
export type Validation = (answer: CallInfo & { readonly body: unknown }) => void

/** Shows a body to the app's validation. An error of its own making is no broken connection. */
export const validateBody = (client: AuspexClient | undefined, call: CallInfo, body: unknown): void => {
  try {
    client?.validate?.({ ...call, body })
  } catch (cause) {
    if (cause instanceof AuspexError) throw cause
    throw new HookError('validate failed', call, { cause })
  }
}
