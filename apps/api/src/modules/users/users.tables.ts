import type { Generated } from 'kysely'

/** The tables of this module, as rows come from the database. A type, for kysely wants an index signature. */
export type UserTables = {
  organization: OrganizationTable
  app_user: UserTable
  organization_group: OrganizationGroupTable
  organization_group_member: { group_id: string; user_id: string }
}

interface OrganizationTable {
  id: string
  name: string
  created_at: Date
}

interface OrganizationGroupTable {
  id: string
  organization_id: string
  external_name: string
  name: string
  created_at: Date
}

interface UserTable {
  id: string
  issuer: string
  subject: string
  kind: 'person' | 'service'
  organization_id: string | null
  email: string | null
  name: string | null
  roles: string[]
  preferences: Generated<StoredPreferences>
  completed_tasks: Generated<Record<string, true>>
  current_task: Generated<string | null>
  created_at: Date
  seen_at: Date
}

/** What the onboarding selector asked; absent where nothing was chosen. */
interface StoredPreferences {
  archetype?: string
  industry?: string
  goal?: string
  industry_id?: string
}
