import { Button, Group } from '@mantine/core'
import type { Workflow } from '@auspex/sdk'
import { useState } from 'react'
import { useClient } from '../../../lib/api.tsx'
import { LinkButton } from '../../../lib/link-button.tsx'
import { Section } from '../../../ui/section.tsx'
import { useUpdateWorkflow } from '../workflows.queries.ts'
import { RunTimes } from './next-runs.tsx'
import { ScheduleForm } from './schedule-form.tsx'
import textStyles from '../../../ui/text-styles.module.css'

/** When a workflow runs on its own. */
export const ScheduleSection = ({ workflow }: { workflow: Workflow }) => {
  const [isOpen, setOpen] = useState(false)
  const update = useUpdateWorkflow(useClient(), workflow.id)
  const { schedule, isMine, kind } = workflow
  const change = isMine && !isOpen && (
    <Group gap={8}>
      <Button variant="default" onClick={() => setOpen(true)}>
        {schedule === null ? 'Set a schedule' : 'Change'}
      </Button>
      {schedule !== null && (
        <Button
          variant="subtle"
          color="gray"
          loading={update.isPending}
          onClick={() => update.mutate({ version: workflow.version, schedule: null })}
        >
          End it
        </Button>
      )}
    </Group>
  )
  return (
    <Section title="Schedule" actions={change}>
      {isOpen ? (
        <ScheduleForm workflow={workflow} onDone={() => setOpen(false)} />
      ) : schedule !== null ? (
        <RunTimes times={schedule.nextRuns} zone={schedule.zone} />
      ) : isMine ? (
        <p className={textStyles.remark}>It runs when somebody starts it.</p>
      ) : (
        <p className={textStyles.remark}>
          {kind === 'ready' ? 'To run it on its own, copy it and set a schedule.' : 'Who made it can set a schedule.'}{' '}
          <LinkButton to="/workflows/new" search={{ from: workflow.id }} variant="subtle" size="compact-sm">
            Copy it
          </LinkButton>
        </p>
      )}
    </Section>
  )
}
