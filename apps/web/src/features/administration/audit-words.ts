import type { AuditEntry, AuditTarget } from '@auspex/sdk'
import { type ModuleName, moduleWords } from '../../lib/modules.ts'

type AuditFieldChange = AuditEntry['changes'][number]

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

/** What each field of a change is called; a module has its own title. */
const fieldWords: Readonly<Record<string, string>> = {
  firstName: 'first name',
  lastName: 'last name',
  email: 'e-mail address',
  image: 'picture',
  member: 'person',
}

/** A field that has no words yet is shown by its own name. */
export const sayField = (field: string): string =>
  Object.hasOwn(moduleWords, field) ? moduleWords[field as ModuleName].title : (fieldWords[field] ?? field)

/** A picture is told by what became of it: its id says nothing. */
export const sayChange = ({
  field,
  before,
  after,
}: AuditFieldChange): { before: string | null; after: string | null } =>
  field !== 'image' || (before === null && after === null)
    ? { before, after }
    : { before: null, after: after === null ? 'removed' : before === null ? 'added' : 'replaced' }

export const sayTarget = ({ kind, id, name }: AuditTarget): string => {
  if (name !== null) return name
  if (id !== '-') return id
  return kind === 'user' || kind === 'module' ? 'everybody' : 'all organizations'
}
