import type {
  Onboarding,
  Preferences,
  Category,
  Industry,
  SuggestionsInput,
  TopicSuggestion,
  Trend,
} from '@auspex/sdk/types'
import type { Handlers } from '../../../http/handlers.ts'
import type { Actor } from '../../../kernel/actor.ts'
import {
  type ChecklistState,
  chooseTask,
  completeTask,
  findCurrentTask,
  hasModules,
  type UsersModule,
} from '../../people/index.ts'
import { plural, type Trends } from '../../markets/index.ts'

/** The contract's maximum. */
const maxSuggestions = 20

export type OnboardingOperations = ReturnType<typeof createOnboardingOperations>

export interface OnboardingDependencies extends SuggestTopicsDependencies {
  users: UsersModule
}

/** The operations of the guided checklist and of preferences. People see and change only their own. */
export function createOnboardingOperations(deps: OnboardingDependencies) {
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
  } satisfies Partial<Handlers>
}

const names = ['archetype', 'industry', 'goal', 'industry_id'] as const

/** The preferences of a request: null clears a choice, an omitted one stays unchanged. */
function pickPreferences(params: Readonly<Partial<Record<(typeof names)[number], string | null>>>) {
  return Object.fromEntries(
    names.flatMap((name) => (params[name] === undefined ? [] : [[name, params[name] ?? undefined]])),
  )
}

function presentPreferences(preferences: Partial<Record<(typeof names)[number], string>>): Preferences {
  const { archetype = null, industry = null, goal = null, industry_id = null } = preferences
  return { params: { archetype, industry, goal, industry_id } }
}

interface SuggestTopicsDependencies {
  trends: Trends
  industries: readonly Industry[]
  categories: readonly Category[]
}

/** A person's preferences; absent where nothing was chosen. */
type PreferredTopics = SuggestionsInput

/**
 * Topics that suit a person's industry, certain growth first; those of the whole library when the industry is unknown. Only topics that grew or may
 * have grown come first, because nobody starts with one that is declining. After them come the industry's other terms with documents in the library,
 * most documents first.
 */
export async function suggestTopics(
  { industry, industry_id: industryId }: PreferredTopics,
  { trends, industries, categories }: SuggestTopicsDependencies,
): Promise<TopicSuggestion[]> {
  const preferred = industries.find(({ id, name }) => id === industryId || isSameName(name, industry))
  const fitting = categories.filter(({ id }) => preferred?.categoryIds.includes(id))
  const lists =
    preferred === undefined
      ? [await trends.list(maxSuggestions)]
      : await Promise.all(fitting.map((category) => trends.listOf(category)))
  const where = preferred === undefined ? 'your library' : preferred.name
  const seen = new Set<string>()
  const moving = lists
    .flatMap(({ items }) => items)
    .filter(({ term, change }) => change !== 'fell' && change !== 'too-few' && !seen.has(term) && seen.add(term))
    .toSorted((a, b) => Number(isGrowing(b)) - Number(isGrowing(a)) || b.momentum.low - a.momentum.low)
    .map((trend) => toSuggestion(trend, where))
  const falling = new Set(lists.flatMap(({ items }) => items.filter(({ change }) => change === 'fell')).map(toTerm))
  const terms = new Set(fitting.flatMap((category) => category.terms))
  const catalogueTerms = (await trends.catalogue()).body.terms
    .filter(({ term, documents }) => documents > 0 && terms.has(term) && !seen.has(term) && !falling.has(term))
    .toSorted((a, b) => b.documents - a.documents)
    .map(({ term, documents }) => ({
      term,
      reason: `${plural(documents, 'document')} in your library`,
      documents,
      momentum: null,
    }))
  return [...moving, ...catalogueTerms].slice(0, maxSuggestions)
}

function toTerm({ term }: Trend): string {
  return term
}

function isGrowing({ change, isUpNow }: Trend): boolean {
  return (change === 'grew' || change === 'burst') && isUpNow !== false
}

function toSuggestion(trend: Trend, where: string): TopicSuggestion {
  const { term, documents, isRatioTold, momentum } = trend
  const reason = isGrowing(trend) ? `Grows in ${where}` : `Talked about in ${where}`
  return { term, reason, documents, momentum: isRatioTold ? momentum : null }
}

function isSameName(name: string, candidate: string | null | undefined): boolean {
  return candidate != null && name.toLowerCase() === candidate.trim().toLowerCase()
}
