import type { UserModule, UserProfile } from '@auspex/sdk/types'
import { findCurrentTask } from './checklist.ts'
import type { GroupRow } from './organization-groups.repository.ts'
import type { ContactRow, OrganizationRow, UserRow } from './users.repository.ts'

/** Everything that the app's shell needs about a person, mapped to the contract. */
export function presentProfile({
  user,
  organization,
  groups,
  contacts,
  modules,
  isActivityRecorded,
}: {
  user: UserRow
  organization: OrganizationRow | null
  groups: GroupRow[]
  contacts: ContactRow[]
  modules: UserModule[]
  isActivityRecorded: boolean
}): UserProfile {
  const { archetype, industry, goal, industry_id } = user.preferences
  const { completed_tasks: completedTasks, current_task: currentTask } = user
  return {
    profile: {
      id: user.id,
      email: user.email,
      name: user.name,
      preferences: {
        params: {
          archetype: archetype ?? null,
          industry: industry ?? null,
          goal: goal ?? null,
          industry_id: industry_id ?? null,
        },
      },
    },
    organization: organization === null ? null : { id: organization.id, name: organization.name },
    groups,
    contacts,
    roles: user.roles,
    modules,
    isActivityRecorded,
    onboarding: {
      completedTasks,
      currentTask: findCurrentTask({ completedTasks, currentTask, contacts: contacts.length }),
    },
  }
}
