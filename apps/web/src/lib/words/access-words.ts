import type { AccessScope, ClientKind, ClientScope } from '@auspex/sdk'

/** What a token or an app may do, in the order in which it is offered. */
export const accessScopeWords: Readonly<Record<AccessScope, { readonly label: string; readonly meaning: string }>> = {
  read: { label: 'Read', meaning: 'See everything that you can see' },
  write: { label: 'Write', meaning: 'Search, import, create, change and delete what you can' },
  administer: { label: 'Administer', meaning: 'Manage people, organizations and settings as you can' },
}

/** What an app may do for people, and a service for itself. */
export const clientScopeWords: Readonly<Record<ClientScope, { readonly label: string; readonly meaning: string }>> = {
  read: { label: 'Read', meaning: 'See everything that the person can see' },
  write: { label: 'Write', meaning: 'Search, import, create, change and delete what the person can' },
  administer: { label: 'Administer', meaning: 'Manage people, organizations and settings as the person can' },
  search: { label: 'Search', meaning: 'Search, and read the reports' },
  import: { label: 'Import', meaning: 'Add documents to the library' },
}

/** The scopes that a kind of app may have. */
export const clientScopesOf = (kind: ClientKind): readonly ClientScope[] =>
  kind === 'service' ? ['search', 'import'] : ['read', 'write', 'administer']

/** The kinds of apps, in the order in which they are offered. */
export const clientKindWords: Readonly<Record<ClientKind, { readonly label: string; readonly meaning: string }>> = {
  web: { label: 'Web app', meaning: 'Pages in a browser that sign people in' },
  native: { label: 'Desktop or mobile app', meaning: 'A program on a person’s own computer or phone' },
  device: { label: 'Device or terminal', meaning: 'Shows a code that people type in their browser' },
  service: { label: 'Service', meaning: 'Acts for an organization without a person, with a secret' },
}

/** A list of scopes in words: "Read, write". */
export const describeScopes = (scopes: readonly ClientScope[]): string => {
  const labels = Object.entries(clientScopeWords).flatMap(([scope, { label }]) =>
    scopes.some((grantedScope) => grantedScope === scope) ? [label.toLowerCase()] : [],
  )
  const text = labels.join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
