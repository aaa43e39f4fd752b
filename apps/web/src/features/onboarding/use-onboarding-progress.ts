import { useQuery } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { useClient, useOperations } from '../../lib/api.tsx'
import { completedBy, doneEarlyBy, nextTask, taskWords, toChecklist } from './onboarding.model.ts'
import { meOptions, useCompleteTask } from './onboarding.queries.ts'

/** Completes the current task when its operation succeeds anywhere in the app, and announces the badge. */
export const useOnboardingProgress = (tell: (text: string) => void): void => {
  const client = useClient()
  const { data: me } = useQuery(meOptions(client))
  const { mutate } = useCompleteTask(client)
  /** The task that is being completed: a page calls an operation more than once. */
  const pending = useRef<string | null>(null)
  /** Tasks completed early, each announced only once, because a page calls an operation repeatedly. */
  const saidEarly = useRef(new Set<string>())
  const onOperation = useCallback(
    (operation: string) => {
      if (me === undefined) return
      const checklist = toChecklist(me)
      const early = doneEarlyBy(operation, checklist)
      if (early !== null && !saidEarly.current.has(early.id)) {
        saidEarly.current.add(early.id)
        tell(`“${early.title}” counts once it is the current task: choose “Do this next” beside it on the home page.`)
      }
      const taskId = completedBy(operation, checklist)
      if (taskId === null || pending.current === taskId) return
      pending.current = taskId
      const words = taskWords.find(({ id }) => id === taskId)
      mutate(
        { taskId, currentTask: nextTask(checklist) },
        {
          onSuccess: () => tell(`Badge earned: ${words?.badge}. ${words?.title} is done.`),
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
