import { ApiError } from '@auspex/sdk'

/** Why an administrator's decision keeps a person out: a module that is off for them, or all of it. */
type AccessRefusal = 'module.off' | 'identity.disabled'

/** Which of the two an answer was; null for every other failure. The server's words say who can change it. */
export const accessRefusalOf = (error: unknown): AccessRefusal | null =>
  error instanceof ApiError && (error.code === 'module.off' || error.code === 'identity.disabled') ? error.code : null
