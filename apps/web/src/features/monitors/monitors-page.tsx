import { Button, Skeleton, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useClient } from '../../lib/api.tsx'
import { describeFailure } from '../../lib/failure.ts'
import { formatPlural } from '../../lib/format.ts'
import { useModules } from '../../lib/modules.ts'
import { ErrorView } from '../../ui/error-view.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { DigestSection } from './digest-section.tsx'
import { MonitorForm } from './monitor-form.tsx'
import { MonitorList } from './monitor-list.tsx'
import { monitorsOptions } from './monitors.queries.ts'
import textStyles from '../../ui/text-styles.module.css'

const route = getRouteApi('/monitors')

/** What is watched, and a rule for more, tried on the past before it is saved. */
export const MonitorsPage = () => {
  const search = route.useSearch()
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(monitorsOptions(useClient()))
  const isOn = useModules()
  const [isOpen, setOpen] = useState(false)
  const isNew = isOpen || search.term !== undefined || data?.items.length === 0
  const close = () => {
    setOpen(false)
    void navigate({ to: '/monitors', search: {}, replace: true, resetScroll: false })
  }
  return (
    <Page>
      <title>Monitors · Auspex</title>
      <div>
        <h1>Monitors</h1>
        <p className={textStyles.lead}>
          A monitor watches a topic and sends an alert when its rule begins to hold. You see how often it would have
          done so in the last twelve months before you save it.
        </p>
      </div>
      {data === undefined ? (
        error ? (
          <ErrorView {...describeFailure(error)} onRetry={() => void refetch()} />
        ) : (
          <Stack gap={8} role="group" aria-busy="true" aria-label="Loading monitors">
            {[0, 1, 2].map((key) => (
              <Skeleton key={key} height={94} radius="md" />
            ))}
          </Stack>
        )
      ) : (
        <>
          {isNew && (
            <Section title="New monitor">
              <MonitorForm
                // another topic of the address is another monitor
                key={JSON.stringify(search)}
                search={search}
                onDone={close}
                onCancel={data.items.length > 0 ? close : undefined}
              />
            </Section>
          )}
          <Section
            title="Your monitors"
            hint={
              data.items.length === 0
                ? 'None yet. The first one you save appears here.'
                : `${formatPlural(data.items.length, 'monitor')}. Each day is judged once it has ended.`
            }
            actions={
              !isNew && (
                <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen(true)}>
                  New monitor
                </Button>
              )
            }
          >
            <MonitorList items={data.items} />
          </Section>
        </>
      )}
      {isOn('trends') && <DigestSection />}
    </Page>
  )
}
