import type { WorkflowFailure } from '@auspex/sdk/types'
import type { Access } from '../../users/index.ts'

/** Why nothing may be done for a person any more; null while they have Zeus. What each call needs beyond it is asked at the call. */
export function accessFailure({ isDisabled, off }: Access): WorkflowFailure | null {
  if (isDisabled)
    return {
      code: 'identity.disabled',
      reason: 'The account has no access any more. An administrator can give it back.',
    }
  if (off.has('zeus'))
    return {
      code: 'module.off',
      reason: 'An administrator switched Zeus off for this account, so that its workflows stop.',
    }
  return null
}
