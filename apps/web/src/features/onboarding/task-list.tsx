import { Button } from '@mantine/core'
import type { OnboardingTask } from '@auspex/sdk'
import { IconAward, IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { LinkButton } from '../../lib/link-button.tsx'
import type { Checklist, TaskWords } from './onboarding.model.ts'
import classes from './onboarding.module.css'
import textStyles from '../../ui/text-styles.module.css'

interface TaskListProps {
  checklist: Checklist
  /** The signal that was looked at last; null when there is none. */
  signalId: string | null
  onChoose: (task: OnboardingTask) => void
}

/** The tasks, with the badge of each that is done and the way into the current one. */
export const TaskList = ({ checklist: { tasks, current }, signalId, onChoose }: TaskListProps) => (
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
            <p className={textStyles.remark}>{isCurrent ? task.intro : task.description}</p>
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

/** Leads to where the task is done. What needs a report leads to the last one, or to a search first. */
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
