import type { TestClaims } from './token-issuer.ts'

const northwind = { organization: 'org_northwind', organization_name: 'Northwind Foods' }
const contoso = { organization: 'org_contoso', organization_name: 'Contoso Energy' }

/** The people of tests: two tenants, and the privileged roles. Mira and Jon work together, Ana works elsewhere. */
export const people = {
  mira: {
    sub: 'mira',
    email: 'mira@northwind.example',
    name: 'Mira Solberg',
    groups: ['Insights'],
    roles: ['member'],
    ...northwind,
  },
  jon: { sub: 'jon', email: 'jon@northwind.example', name: 'Jon Aker', groups: [], roles: ['member'], ...northwind },
  ana: { sub: 'ana', email: 'ana@contoso.example', name: 'Ana Duarte', groups: [], roles: ['member'], ...contoso },
  root: { sub: 'root', email: 'root@northwind.example', name: 'Root', groups: [], roles: ['godmode'], ...northwind },
  importer: {
    sub: 'auspex-importer',
    client_id: 'auspex-importer',
    name: 'Importer',
    groups: [],
    roles: ['importer'],
    scope: 'search import',
    ...northwind,
  },
} as const satisfies Record<string, TestClaims>

export type PersonName = keyof typeof people
