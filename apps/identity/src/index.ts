export type { Account, NewAccount, Organization } from './accounts/account.ts'
export type { NewServiceClient, ServiceClientCredentials } from './clients/clients.repository.ts'
export { createWebClient, type FirstPartyClient, WEB_CLIENT_ID } from './clients/first-party-client.ts'
export {
  createIdentityProvider,
  type IdentityProvider,
  type IdentityProviderOptions,
} from './provider/create-identity-provider.ts'
export type { SecurityEvent } from './security/security-event.ts'
export {
  createFirstRun,
  type FirstRun,
  type FirstRunOptions,
  type FirstRunRole,
  type FirstRunUser,
  IMPORTER_CLIENT_ID,
} from './seed/first-run.ts'
export type { Clock, Database } from './storage/database.ts'
