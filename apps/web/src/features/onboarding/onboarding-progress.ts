import type { OnboardingTask, UserProfile } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { useClient, useOperations } from '../../lib/api/api.tsx'
import { meOptions, useCompleteTask } from './onboarding.queries.ts'

/** The texts of a task in the checklist. */
export interface TaskWords {
  readonly id: OnboardingTask
  readonly title: string
  readonly description: string
  /** How to begin; shown only for the current task. */
  readonly intro: string
  /** The badge that it earns. */
  readonly badge: string
}

/** The checklist in its order (specification §4). */
const taskWords: readonly TaskWords[] = [
  {
    id: 'searchForSignal',
    title: 'Search for a signal',
    description: 'Search a topic and read its report.',
    intro:
      'Type a topic into the search field, or pick one that is growing. Every number opens the documents behind it.',
    badge: 'First signal',
  },
  {
    id: 'addSignalToYourPortfolio',
    title: 'Add a signal to your portfolio',
    description: 'Save what you want to come back to.',
    intro: 'Open a report and save it. A portfolio shows how all its signals are doing, in one table.',
    badge: 'Collector',
  },
  {
    id: 'compareSignals',
    title: 'Compare signals',
    description: 'See up to five topics on one chart.',
    intro: 'Choose two or more topics. You see where they really differ, and where it may be chance.',
    badge: 'Side by side',
  },
  {
    id: 'shareInsightsWithYourTeam',
    title: 'Share insights with your team',
    description: 'Send a report to a teammate, or share a story.',
    intro: 'Open a report and share it with a teammate. They get it in their inbox, with your note.',
    badge: 'Team player',
  },
]

/** With a contacts list of one entry or fewer there is nobody to share with, and the last task is omitted. */
const minContacts = 2

const listTasks = (contacts: number): readonly TaskWords[] =>
  taskWords.filter(({ id }) => id !== 'shareInsightsWithYourTeam' || contacts >= minContacts)

export interface Checklist {
  readonly tasks: readonly (TaskWords & { readonly isDone: boolean })[]
  readonly done: number
  /** The stored task, else the first that is not done; null if all are done. */
  readonly current: OnboardingTask | null
  /** Whether archetype, industry and goal are all chosen, so that the achievements are shown. */
  readonly hasPreferences: boolean
  /** Whether at least one of them is chosen. */
  readonly hasAnyPreference: boolean
}

/** The progress of a person. */
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

/** The task after the current one. */
export const nextTask = ({ tasks, current }: Checklist): OnboardingTask | null =>
  tasks.find(({ id, isDone }) => !isDone && id !== current)?.id ?? null

/** The operations whose success completes a task. */
const taskOfOperation: Readonly<Record<string, OnboardingTask>> = {
  getSignalReport: 'searchForSignal',
  addTrends: 'addSignalToYourPortfolio',
  createPortfolioWithTrends: 'addSignalToYourPortfolio',
  compareSignals: 'compareSignals',
  sendSignalMessage: 'shareInsightsWithYourTeam',
  createShareLink: 'shareInsightsWithYourTeam',
}

/** The open task that an operation completes; null if there is none. */
export const completedBy = (operation: string, { tasks }: Checklist): OnboardingTask | null =>
  tasks.find(({ id, isDone }) => !isDone && id === taskOfOperation[operation])?.id ?? null

/**
 * Completes a task when its operation succeeds anywhere in the app, and announces the badge. One that is done out of order is made the current task first,
 * since no other can be completed; the list then goes back to where the person was.
 */
export const useOnboardingProgress = (tell: (text: string) => void): void => {
  const client = useClient()
  const { data: me } = useQuery(meOptions(client))
  const { mutate } = useCompleteTask(client)
  /** The task that is being completed: a page calls an operation more than once. */
  const pending = useRef<string | null>(null)
  const onOperation = useCallback(
    (operation: string) => {
      if (me === undefined) return
      const checklist = toChecklist(me)
      const taskId = completedBy(operation, checklist)
      if (taskId === null || pending.current === taskId) return
      pending.current = taskId
      const words = taskWords.find(({ id }) => id === taskId)
      mutate(
        taskId === checklist.current
          ? { taskId, currentTask: nextTask(checklist) }
          : { taskId, currentTask: checklist.current, isOutOfOrder: true },
        {
          onSuccess: () => tell(`You earned a badge: ${words?.badge}.`),
          onSettled: () => {
            pending.current = null
          },
        },
      )
    },
    [me, mutate, tell],
  )
  useOperations(me === undefined ? null : onOperation)
}
