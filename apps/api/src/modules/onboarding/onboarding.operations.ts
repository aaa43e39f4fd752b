import type { Onboarding, Preferences } from '@auspex/sdk/types'
import type { Handlers } from '../../http/handlers.ts'
import type { Actor } from '../../kernel/actor.ts'
import {
  type ChecklistState,
  chooseTask,
  completeTask,
  findCurrentTask,
  hasModules,
  type UsersModule,
} from '../users/index.ts'
import { suggestTopics, type SuggestTopicsDependencies } from './suggest-topics.ts'

export type OnboardingOperations = Pick<
  Handlers,
  'updatePreferences' | 'completeTask' | 'updateCurrentTask' | 'resetOnboarding' | 'getSuggestions'
>

export interface OnboardingDependencies extends SuggestTopicsDependencies {
  users: Pick<UsersModule, 'checklists' | 'countContacts' | 'access'>
}

/** The operations of the guided checklist and of what a person prefers. Each person sees and changes their own. */
export function createOnboardingOperations(deps: OnboardingDependencies): OnboardingOperations {
  const { checklists, countContacts } = deps.users

  async function changeOnboarding(actor: Actor, change: (state: ChecklistState) => Onboarding) {
    const contacts = await countContacts(actor)
    const { completedTasks, currentTask } = await checklists.change(actor.userId, (stored) => ({
      ...stored,
      ...change({ ...stored, contacts }),
    }))
    return { status: 200, body: { completedTasks, currentTask } } as const
  }

  return {
    updatePreferences: async ({ body: { params } }, { actor }) => {
      const { preferences } = await checklists.change(actor.userId, (stored) => ({
        ...stored,
        preferences: { ...stored.preferences, ...pickPreferences(params) },
      }))
      return { status: 200, body: presentPreferences(preferences) }
    },

    completeTask: ({ body }, { actor }) =>
      changeOnboarding(actor, (state) => completeTask(state, { taskId: body.taskId, next: body.currentTask })),

    updateCurrentTask: ({ body }, { actor }) => changeOnboarding(actor, (state) => chooseTask(state, body.currentTask)),

    resetOnboarding: async (_input, { actor }) => {
      const contacts = await countContacts(actor)
      const first = findCurrentTask({ completedTasks: {}, currentTask: null, contacts })
      const { completedTasks, currentTask } = await checklists.change(actor.userId, () => ({
        preferences: {},
        completedTasks: {},
        currentTask: first,
      }))
      return { status: 200, body: { completedTasks, currentTask } }
    },

    getSuggestions: async ({ body }, { actor }) => {
      if (!(await hasModules(deps.users.access, actor.userId, ['trends']))) return { status: 200, body: { items: [] } }
      const { preferences } = await checklists.find(actor.userId)
      const industry = body.industry_id ?? body.industry
      const preferred = industry == null ? preferences : body
      return { status: 200, body: { items: await suggestTopics(preferred, deps) } }
    },
  }
}

const names = ['archetype', 'industry', 'goal', 'industry_id'] as const

/** What a request says of preferences: null takes a choice back, what is left out stays. */
function pickPreferences(params: Readonly<Partial<Record<(typeof names)[number], string | null>>>) {
  return Object.fromEntries(
    names.flatMap((name) => (params[name] === undefined ? [] : [[name, params[name] ?? undefined]])),
  )
}

function presentPreferences(preferences: Partial<Record<(typeof names)[number], string>>): Preferences {
  const { archetype = null, industry = null, goal = null, industry_id = null } = preferences
  return { params: { archetype, industry, goal, industry_id } }
}
