import type { Foundation } from '../foundation.types.ts'
import { createAccessTokenOperations } from './access-tokens/access-tokens.operations.ts'
import { findTokenOwner, isPersonalToken, isTokenId, isTokenValid } from './access-tokens/access-tokens.usecases.ts'
import { createActivityModule } from './activity/activity.module.ts'
import { createAdministrationOperations } from './administration/administration.module.ts'
import { createAuditOperations, createWriteAudit } from './audit/audit.module.ts'
import { createClientOperations } from './clients/clients.operations.ts'
import { createClientOrigins, isClientRegistered, type OpenProviderClients } from './clients/clients.usecases.ts'
import type { ProviderAccounts } from './delete-me.ts'
import { createImagesModule } from './images/images.module.ts'
import type { SecurityLog } from './security-events/security-events.module.ts'
import { createUsersModule } from './users.module.ts'

export { readPage, toFilter, toSorting } from './administration/list-request.ts'
export { createWriteAudit, type WriteAudit } from './audit/audit.module.ts'
export { type ChecklistState, chooseTask, completeTask, findCurrentTask } from './checklist.ts'
export { isGroupMember } from './organization-groups.repository.ts'
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

/** The people of this installation, what they may do, and the records of what they did. */
export function createPeople(
  dependencies: Foundation & {
    securityLog: SecurityLog
    providerAccounts: ProviderAccounts
    openProviderClients: OpenProviderClients
    /** The client id of the web app, whose tokens are limited by nothing but roles. */
    webClientId: string
    /** The issuer of the embedded provider; null when accounts are another provider's. */
    embeddedIssuer: string | null
    /** Whether this installation records people's activity in the app. */
    isActivityRecorded: boolean
  },
) {
  const { securityLog, isActivityRecorded } = dependencies
  const users = createUsersModule({ ...dependencies, recordSecurityEvent: securityLog.record })
  const { access, people, createAdministered } = users
  const { images, ...pictures } = createImagesModule({ ...dependencies, access })
  images.namedBy(null, (ids, kysely) => createAdministered(kysely).organizations.listImages(ids))
  const writeAudit = createWriteAudit(dependencies)
  const activity = createActivityModule({ ...dependencies, people, isRecorded: isActivityRecorded })
  const administration = { ...dependencies, access, images, writeAudit }
  return {
    users,
    images,
    writeAudit,
    isClientOrigin: createClientOrigins(dependencies),
    findTokenOwner: async (token: string) => (isPersonalToken(token) ? findTokenOwner(token, dependencies) : null),
    /** Whether a token or an app may still act for the person who let it. */
    isCredentialValid: (id: string) =>
      isTokenId(id) ? isTokenValid(id, dependencies) : isClientRegistered(id, administration),
    operations: {
      ...users.operations,
      ...pictures.operations,
      ...activity.operations,
      ...createAdministrationOperations(administration),
      ...createAccessTokenOperations(administration),
      ...createClientOperations(administration),
      ...createAuditOperations(dependencies),
      ...securityLog.operations,
    },
    jobs: [...securityLog.jobs, ...pictures.jobs, ...activity.jobs],
  }
}
