import { ApiError } from '@auspex/sdk'

/** Why a person is denied access by an administrator: a module is off for them, or their whole account is disabled. */
type AccessRefusal = 'module.off' | 'identity.disabled'

/** The kind of refusal behind an error; null for every other failure. The server's message states who can change it. */
export const accessRefusalOf = (error: unknown): AccessRefusal | null =>
  error instanceof ApiError && (error.code === 'module.off' || error.code === 'identity.disabled') ? error.code : null
