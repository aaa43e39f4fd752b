import type { Permission } from '@auspex/contract'
import type { Caller } from '../identity/caller.ts'
import type { Owner } from './store.ts'

/** Tells whether a caller may see a row: their own, their organization's, or everybody's, as the operation's tenancy says. */
export function isVisible(row: Owner, caller: Caller, tenancy: Permission['tenancy']): boolean {
  if (tenancy === 'none' || tenancy === 'all') return true
  if (row.organizationId !== caller.organizationId) return false
  return tenancy !== 'user' || row.userId === caller.userId
}
