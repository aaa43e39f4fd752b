import type { AccessScope } from '@auspex/sdk'

/** What a token or an app may do, in the order in which it is offered. */
export const accessScopeWords: Readonly<Record<AccessScope, { readonly label: string; readonly meaning: string }>> = {
  read: { label: 'Read', meaning: 'See everything that you can see' },
  write: { label: 'Write', meaning: 'Search, import, create, change and delete what you can' },
  administer: { label: 'Administer', meaning: 'Manage people, organizations and settings as you can' },
}

/** A list of scopes in words: "Read, write". */
export const describeScopes = (scopes: readonly AccessScope[]): string => {
  const labels = Object.entries(accessScopeWords).flatMap(([scope, { label }]) =>
    scopes.some((one) => one === scope) ? [label.toLowerCase()] : [],
  )
  const text = labels.join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
