import type { OnboardingTask, UserProfile } from '@auspex/sdk'

/** A task of the checklist in words. */
export interface TaskWords {
  readonly id: OnboardingTask
  readonly title: string
  readonly description: string
  /** How to begin, said of the current task alone. */
  readonly intro: string
  /** What is earned by it. */
  readonly badge: string
}

/** The checklist in its order (specification §4). */
export const taskWords: readonly TaskWords[] = [
  {
    id: 'searchForSignal',
    title: 'Search for a signal',
    description: 'Ask about a topic and read its report.',
    intro:
      'Type a topic into the search field, or take one of those that are growing. Every number opens its documents.',
    badge: 'First signal',
  },
  {
    id: 'addSignalToYourPortfolio',
    title: 'Add a signal to your portfolio',
    description: 'Keep what you want to come back to.',
    intro: 'Open a report and save it. A portfolio shows the level, growth and tone of all its signals in one table.',
    badge: 'Collector',
  },
  {
    id: 'compareSignals',
    title: 'Compare signals',
    description: 'See up to five topics on one scale.',
    intro: 'Choose two topics or more. The lines say where a difference is larger than chance.',
    badge: 'Side by side',
  },
  {
    id: 'shareInsightsWithYourTeam',
    title: 'Share insights with your team',
    description: 'Send a report to a teammate, or share a story.',
    intro: 'Open a report and choose Send. Your teammate finds it in the inbox, with your note.',
    badge: 'Team player',
  },
]

/** With a contacts list of one entry or fewer there is nobody to share with, and the last task is left out. */
const leastContacts = 2

export const listTasks = (contacts: number): readonly TaskWords[] =>
  taskWords.filter(({ id }) => id !== 'shareInsightsWithYourTeam' || contacts >= leastContacts)

export interface Checklist {
  readonly tasks: readonly (TaskWords & { readonly isDone: boolean })[]
  readonly done: number
  /** The stored task, else the first that is not done; null when all are. */
  readonly current: OnboardingTask | null
  /** Whether archetype, industry and goal are chosen, so that the achievements are shown. */
  readonly hasPreferences: boolean
  /** Whether one of them is. */
  readonly hasAnyPreference: boolean
}

/** How far a person has come. */
export const toChecklist = ({ onboarding, contacts, profile }: UserProfile): Checklist => {
  const { completedTasks, currentTask } = onboarding
  const tasks = listTasks(contacts.length).map((task) => ({ ...task, isDone: completedTasks[task.id] === true }))
  const open = tasks.filter(({ isDone }) => !isDone)
  const current = open.find(({ id }) => id === currentTask) ?? open[0]
  const { archetype, industry, goal } = profile.preferences.params
  return {
    tasks,
    done: tasks.length - open.length,
    current: current?.id ?? null,
    hasPreferences: archetype !== null && industry !== null && goal !== null,
    hasAnyPreference: archetype !== null || industry !== null || goal !== null,
  }
}

/** The task that follows when the current one is done. */
export const nextTask = ({ tasks, current }: Checklist): OnboardingTask | null =>
  tasks.find(({ id, isDone }) => !isDone && id !== current)?.id ?? null

/** The operations whose success is a task done. */
const taskOfOperation: Readonly<Record<string, OnboardingTask>> = {
  getSignalReport: 'searchForSignal',
  addTrends: 'addSignalToYourPortfolio',
  createPortfolioWithTrends: 'addSignalToYourPortfolio',
  compareSignals: 'compareSignals',
  sendSignalMessage: 'shareInsightsWithYourTeam',
  createShareLink: 'shareInsightsWithYourTeam',
}

/** The task that an operation does, when it is the current one: no other is accepted. */
export const completedBy = (operation: string, { current }: Checklist): OnboardingTask | null =>
  current !== null && taskOfOperation[operation] === current ? current : null
