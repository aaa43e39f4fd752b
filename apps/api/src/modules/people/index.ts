export { readPage, toFilter, toSorting } from './administration/list-request.ts'
export { createWriteAudit, type WriteAudit } from './audit/audit.module.ts'
export { type ChecklistState, chooseTask, completeTask, findCurrentTask } from './checklist.ts'
export { isGroupMember } from './organization-groups.repository.ts'
export { createPeople } from './create-people.ts'
export { createAdministered } from './administration/administration-store.ts'
export {
  describeClientRemoval,
  describeRegistration,
  type OpenProviderClients,
  type ProviderClients,
  readNewClient,
  toStatements,
} from './clients/clients.usecases.ts'
export type { ProviderAccounts } from './delete-me.ts'
export type { Groups } from './groups.ts'
export type { EncodedPicture } from './images/encode-picture.ts'
export type { Images } from './images/images.module.ts'
export { toJpeg } from './images/encode-picture.ts'
export { type AccessReader, hasModules, requireModules, type Access } from './module-access.ts'
export type { People } from './people.repository.ts'
export { createSecurityLog, type SecurityLog } from './security-events/security-events.module.ts'
export { type CreateAdministered, createUsersModule, type UsersModule } from './users.module.ts'
export { findViewer, type Viewer } from './organization-groups.repository.ts'
