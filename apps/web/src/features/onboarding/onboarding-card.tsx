import { ActionIcon, Button, Collapse, Progress } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { UserProfile } from '@auspex/sdk'
import { useId, useState } from 'react'
import { useClient } from '../../lib/api.tsx'
import { describeFailure } from '../../lib/failure.ts'
import { SmallFailure } from '../../ui/small-failure.tsx'
import { Card } from '../../ui/card.tsx'
import { toChecklist } from './onboarding.model.ts'
import { lastSignalOptions, meOptions, useChooseTask, useResetOnboarding } from './onboarding.queries.ts'
import { PreferenceSelector } from './preference-selector.tsx'
import { TaskList } from './task-list.tsx'
import { TopicSuggestions } from './topic-suggestions.tsx'
import classes from './onboarding.module.css'
import textStyles from '../../ui/text-styles.module.css'

/** The guided checklist on the home page: what a person works on, four tasks, and what was achieved. */
export const OnboardingCard = () => {
  const { data: user } = useQuery(meOptions(useClient()))
  return user && <OnboardingContent user={user} />
}

const OnboardingContent = ({ user }: { user: UserProfile }) => {
  const client = useClient()
  const checklist = toChecklist(user)
  const { tasks, done, hasPreferences } = checklist
  const isOver = done === tasks.length
  const [isOpen, setOpen] = useLocalStorage({
    key: 'auspex.onboarding-open',
    defaultValue: !isOver,
    getInitialValueInEffect: false,
  })
  const contentId = useId()
  const choose = useChooseTask(client)
  const { data: signalId = null } = useQuery(lastSignalOptions(client))
  return (
    <section aria-labelledby={`${contentId}-title`} id="getting-started">
      <Card>
        <header className={classes.header}>
          <div>
            <h2 id={`${contentId}-title`}>{hasPreferences ? 'Your achievements' : 'Getting started'}</h2>
            <p className={textStyles.remark}>
              {done} of {tasks.length} tasks done
            </p>
          </div>
          <Progress
            className={classes.progress}
            value={(100 * done) / tasks.length}
            aria-label={`${done} of ${tasks.length} tasks done`}
          />
          <ActionIcon
            onClick={() => setOpen(!isOpen)}
            aria-expanded={isOpen}
            aria-controls={contentId}
            aria-label={isOpen ? 'Hide the tasks' : 'Show the tasks'}
          >
            <IconChevronDown size={18} className={classes.chevron} data-open={isOpen || undefined} aria-hidden />
          </ActionIcon>
        </header>
        <Collapse expanded={isOpen} id={contentId}>
          {done === 0 && (
            <p className={classes.intro}>
              {tasks.length === 3 ? 'Three' : 'Four'} short tasks show what Auspex does. Each takes less than a minute,
              and you can do them in any order.
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
        </Collapse>
      </Card>
    </section>
  )
}

/** Forgets badges and preferences, after a second click. */
const StartOver = ({ onReset }: { onReset: () => void }) => {
  const reset = useResetOnboarding(useClient())
  const [isSure, setSure] = useState(false)
  if (reset.error)
    return <SmallFailure words={`${describeFailure(reset.error).message}.`} onRetry={() => reset.mutate()} />
  return isSure ? (
    <p className={classes.startOver}>
      Your badges and preferences will be deleted.{' '}
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
