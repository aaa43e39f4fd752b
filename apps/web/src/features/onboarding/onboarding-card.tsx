import type { UserProfile, OnboardingTask } from '@auspex/sdk'
import { Button, Progress, Skeleton, UnstyledButton } from '@mantine/core'
import { IconAward, IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { describeFailure } from '../../lib/api/failure.ts'
import { LinkButton } from '../../lib/links/link-button.tsx'
import { Chevron } from '../../ui/disclosure.tsx'
import { SmallFailure } from '../../ui/error-view.tsx'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'
import { toChecklist, type Checklist as Tasks, type TaskWords } from './onboarding-progress.ts'
import classes from './onboarding.module.css'
import {
  lastSignalOptions,
  meOptions,
  useChooseTask,
  useResetOnboarding,
  suggestionsOptions,
} from './onboarding.queries.ts'
import { PreferenceSelector } from './preference-selector.tsx'

/** The tasks, with the badges of those that are done and a link to the current one. */
const TaskList = ({ checklist: { tasks, current }, signalId, onChoose }: TaskListProps) => (
  <ol className={classes.tasks}>
    {tasks.map((task) => {
      const isCurrent = task.id === current
      return (
        <li
          key={task.id}
          className={classes.task}
          data-current={isCurrent || undefined}
          aria-current={isCurrent ? 'step' : undefined}
        >
          {task.isDone ? (
            <IconCircleCheckFilled size={20} className={classes.done} aria-label="Done" />
          ) : (
            <IconCircle size={20} className={classes.open} aria-label="Not done" />
          )}
          <div>
            <p className={textStyles.strong}>{task.title}</p>
            <p className={textStyles.note}>{isCurrent ? task.intro : task.description}</p>
          </div>
          {task.isDone ? (
            <span className={classes.badge}>
              <IconAward size={16} aria-hidden /> {task.badge}
            </span>
          ) : isCurrent ? (
            <TaskAction task={task} signalId={signalId} />
          ) : (
            <Button variant="subtle" color="gray" size="compact-sm" onClick={() => onChoose(task.id)}>
              Do this next
            </Button>
          )}
        </li>
      )
    })}
  </ol>
)

/** Links to the page of the task. A task that needs a report links to the last one, or else to a search. */
const TaskAction = ({ task: { id }, signalId }: { task: TaskWords; signalId: string | null }) => {
  if (id === 'compareSignals')
    return (
      <LinkButton to="/compare" search={signalId === null ? {} : { signals: signalId }} size="compact-sm">
        Compare
      </LinkButton>
    )
  if (id !== 'searchForSignal' && signalId !== null)
    return (
      <LinkButton to="/signals/$signalId" params={{ signalId }} size="compact-sm">
        Open a report
      </LinkButton>
    )
  return (
    <Button size="compact-sm" onClick={focusSearch}>
      Search
    </Button>
  )
}

const focusSearch = () => document.querySelector<HTMLInputElement>('form[role="search"] input')?.focus()

/** The maximum number of topics offered at once. */
const maxTopics = 6

/** Topics to start with, based on the person's preferences. */
const TopicSuggestions = ({ user }: { user: UserProfile }) => {
  const { data, error, refetch } = useQuery(suggestionsOptions(useClient(), user))
  if (error) return <SmallFailure words={`${describeFailure(error).message}.`} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={28} mt={14} radius="md" aria-busy="true" aria-label="Loading suggestions" />
  if (data.items.length === 0)
    return (
      <p className={`${textStyles.note} ${classes.suggestions}`}>The library has no topics from this industry yet.</p>
    )
  return (
    <div className={classes.suggestions}>
      <h3 className={textStyles.note}>Topics for you</h3>
      <ul className={classes.topics}>
        {data.items.slice(0, maxTopics).map(({ term, reason }) => (
          <li key={term}>
            <Link to="/search" search={{ term }} preload={false} className={classes.topic} title={reason}>
              {term}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The onboarding checklist on the home page: a line that opens to what a person works on, the tasks, and the badges earned. */
export const OnboardingLine = () => {
  const { data: user } = useQuery(meOptions(useClient()))
  return user && <Checklist user={user} />
}

const describeNext = (
  { tasks, done }: ReturnType<typeof toChecklist>,
  next: { readonly title: string } | undefined,
): string => {
  if (done === 0)
    return `${tasks.length === 3 ? 'Three' : 'Four'} short tasks show you around. The first: ${next?.title ?? ''}`
  return next === undefined ? 'All tasks are done' : `Next: ${next.title}`
}

const Checklist = ({ user }: { user: UserProfile }) => {
  const client = useClient()
  const checklist = toChecklist(user)
  const { tasks, done, hasPreferences } = checklist
  const next = tasks.find(({ id }) => id === checklist.current)
  const { hash } = useLocation()
  const [isOpen, setOpen] = useState(hash === 'getting-started')
  const contentId = useId()
  const choose = useChooseTask(client)
  const { data: signalId = null } = useQuery(lastSignalOptions(client))
  return (
    <section aria-labelledby={`${contentId}-title`} id="getting-started" className={surfaces.panel}>
      <UnstyledButton
        className={`${surfaces.fill} ${classes.line}`}
        aria-expanded={isOpen}
        aria-controls={contentId}
        onClick={() => setOpen(!isOpen)}
      >
        <span id={`${contentId}-title`} className={textStyles.strong}>
          {hasPreferences ? 'Your achievements' : 'Getting started'}
        </span>
        <span className={`${textStyles.note} ${classes.next}`}>{describeNext(checklist, next)}</span>
        <span className={`${textStyles.caption} ${textStyles.nowrap}`}>
          {done} of {tasks.length} done
        </span>
        <Progress className={classes.progress} size="sm" value={(100 * done) / tasks.length} aria-hidden />
        <Chevron isOpen={isOpen} size={18} />
      </UnstyledButton>
      <div id={contentId} hidden={!isOpen}>
        <div className={classes.content}>
          {done === 0 && (
            <p className={classes.intro}>
              Each task takes less than a minute. Only the current one counts. To do another one first, choose “Do this
              next”.
            </p>
          )}
          <PreferenceSelector user={user} />
          {hasPreferences && <TopicSuggestions user={user} />}
          <TaskList checklist={checklist} signalId={signalId} onChoose={choose.mutate} />
          {choose.error && (
            <SmallFailure
              words={`${describeFailure(choose.error).message}.`}
              onRetry={() => choose.mutate(choose.variables)}
            />
          )}
          {(done > 0 || checklist.hasAnyPreference) && <StartOver onReset={() => setOpen(true)} />}
        </div>
      </div>
    </section>
  )
}

/** Resets badges and preferences, after a confirmation. */
const StartOver = ({ onReset }: { onReset: () => void }) => {
  const reset = useResetOnboarding(useClient())
  const [isSure, setSure] = useState(false)
  if (reset.error)
    return <SmallFailure words={`${describeFailure(reset.error).message}.`} onRetry={() => reset.mutate()} />
  return isSure ? (
    <p className={classes.startOver}>
      This deletes your badges and preferences.{' '}
      <Button
        size="compact-sm"
        color="red"
        variant="light"
        loading={reset.isPending}
        onClick={() => reset.mutate(undefined, { onSuccess: onReset, onSettled: () => setSure(false) })}
      >
        Start over
      </Button>{' '}
      <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setSure(false)}>
        Keep them
      </Button>
    </p>
  ) : (
    <p className={classes.startOver}>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setSure(true)}>
        Start over…
      </Button>
    </p>
  )
}

interface TaskListProps {
  checklist: Tasks
  /** The most recently viewed signal; null if there is none. */
  signalId: string | null
  onChoose: (task: OnboardingTask) => void
}
