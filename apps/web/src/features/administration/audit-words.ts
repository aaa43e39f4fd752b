import type { AuditTarget } from '@auspex/sdk'

/** What each operation of an administrator is called in the audit trail. */
const operationWords: Readonly<Record<string, string>> = {
  createOrganization: 'Organization created',
  updateOrganization: 'Organization changed',
  createOrganizationGroup: 'Group created',
  updateOrganizationGroup: 'Group renamed',
  addOrganizationGroupUser: 'Person added to a group',
  removeOrganizationGroupUser: 'Person taken out of a group',
  createUser: 'Person created',
  updateUser: 'Person changed',
  deleteUser: 'Person deleted',
  setModuleAccess: 'Module switched',
  updateCache: 'Reports updated',
  updatePortfolioCache: 'Reports of a portfolio updated',
  retryJob: 'Job tried again',
}

/** An operation that has no words yet is shown by its own name. */
export const sayOperation = (operation: string): string => operationWords[operation] ?? operation

export const sayTarget = ({ kind, id, name }: AuditTarget): string => {
  if (name !== null) return name
  if (id !== '-') return id
  return kind === 'user' || kind === 'module' ? 'everybody' : 'all organizations'
}
