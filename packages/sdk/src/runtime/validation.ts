import { AuspexError, type CallInfo, HookError } from './errors.ts'

/** The `validate` option of a client: called with each body that was read, and may throw. */
export type Validation = (answer: CallInfo & { readonly body: unknown }) => void

/** Passes a body to the app's validation. Its errors must not look like a broken connection. */
export const validateBody = (
  client: { readonly validate?: Validation } | undefined,
  call: CallInfo,
  body: unknown,
): void => {
  try {
    client?.validate?.({ ...call, body })
  } catch (cause) {
    if (cause instanceof AuspexError) throw cause
    throw new HookError('validate failed', call, { cause })
  }
}
