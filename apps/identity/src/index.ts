export type { Account, NewAccount, Organization } from './accounts/account.ts'
export type { NewServiceClient, ServiceClientCredentials } from './clients/clients.repository.ts'
export {
  type AccountAdministration,
  createAccountAdministration,
  type ListedAccount,
} from './accounts/administer-accounts.ts'
export {
  type ClientAdministration,
  createClientAdministration,
  type RegisteredClient,
} from './clients/administer-clients.ts'
export {
  createTerminalClient,
  createWebClient,
  type FirstPartyClient,
  webClientId,
} from './clients/first-party-client.ts'
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
  importerClientId,
} from './seed/first-run.ts'
export type { Clock, Database } from './storage/database.ts'
export { migrate as prepareIdentityTables } from './storage/migrate.ts'
export { hasAccounts } from './accounts/accounts.repository.ts'
