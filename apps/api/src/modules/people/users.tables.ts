import type { Generated } from 'kysely'

/** The tables of this module, as rows come from the database. A type, because kysely needs an index signature. */
export type UserTables = {
  organization: OrganizationTable
  app_user: UserTable
  organization_group: OrganizationGroupTable
  organization_group_member: { group_id: string; user_id: string; is_by_administrator: Generated<boolean> }
  organization_group_exclusion: { group_id: string; user_id: string }
  module_access: { user_id: string; module: string; access: boolean; updated_at: Date }
  module_default: { module: string; access: boolean; updated_at: Date }
}

interface OrganizationTable {
  id: string
  name: string
  created_at: Date
  /** When an administrator named it; from then on names in tokens are ignored. */
  named_at: Generated<Date | null>
  image_id: Generated<string | null>
  /** Whether its people may use personal access tokens. */
  allows_access_tokens: Generated<boolean>
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
  first_name: string | null
  last_name: string | null
  roles: string[]
  preferences: Generated<StoredPreferences>
  completed_tasks: Generated<Record<string, true>>
  current_task: Generated<string | null>
  created_at: Date
  /** Null until they first sign in. */
  seen_at: Date | null
  disabled_at: Generated<Date | null>
}

/** Choices of the onboarding selector; absent where nothing was chosen. */
interface StoredPreferences {
  archetype?: string
  industry?: string
  goal?: string
  industry_id?: string
}
