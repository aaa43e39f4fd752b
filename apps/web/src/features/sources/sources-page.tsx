import type { AuspexClient, SourceKey } from '@auspex/sdk'
import { Box, Button, Flex, Progress, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { describeFailure } from '../../lib/api/failure.ts'
import { useModules } from '../../lib/people/modules.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorView } from '../../ui/error-view.tsx'
import { Page, Section, Card } from '../../ui/page.tsx'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'
import { ImportPricesForm } from './import-prices-form.tsx'
import { ImportsSection } from './imports-section.tsx'
import { SourceTable } from './source-table.tsx'
import { groupSources, isCutOff, probeable, type SourceRow, summarise } from './sources.model.ts'
import classes from './sources.module.css'
import { sourceProbesOptions, sourcesOptions, useProbeSource, meOptions } from './sources.queries.ts'

/** The user's own prices, for symbols that no provider has or may be queried for. */
const ImportPricesSection = () => {
  const [isOpen, setOpen] = useState(false)
  const { data: me } = useQuery(meOptions(useClient()))
  const isOn = useModules()('imports')
  const mayImport = (isOn && me?.roles.some((role) => role === 'importer' || role === 'godmode')) ?? false
  return (
    <Section
      id="import-prices"
      title="Your own closing prices"
      hint="From a CSV file, for prices that no source has. They take precedence over every other source, for everyone on this installation."
      actions={
        mayImport &&
        !isOpen && (
          <Button variant="default" onClick={() => setOpen(true)}>
            Import closing prices
          </Button>
        )
      }
    >
      {isOpen ? (
        <Card>
          <ImportPricesForm onClose={() => setOpen(false)} />
        </Card>
      ) : (
        me &&
        !mayImport && (
          <Box component="p" className={textStyles.note} maw="90ch">
            {isOn
              ? 'Importing needs the role “importer”. Ask the administrator of this installation for it.'
              : 'Importing is switched off for you. An administrator of your organization can switch it on.'}
          </Box>
        )
      )}
    </Section>
  )
}

/** How many probes run at the same time. */
const concurrency = 3

/** Probes many sources, three at a time; one that fails does not stop the others. */
const useProbeAll = (client: AuspexClient) => {
  const { mutateAsync } = useProbeSource(client)
  const [progress, setProgress] = useState<ProbeProgress | null>(null)
  const [running, setRunning] = useState<ReadonlySet<SourceKey>>(new Set())
  const stopping = useRef<AbortController | null>(null)

  const start = async (sources: readonly SourceKey[]): Promise<void> => {
    const stop = new AbortController()
    stopping.current = stop
    const queue = [...sources]
    setProgress({ done: 0, total: sources.length })
    const work = async (): Promise<void> => {
      for (let source = queue.shift(); source !== undefined && !stop.signal.aborted; source = queue.shift()) {
        const probedKey = source
        setRunning((before) => new Set([...before, probedKey]))
        // A failure is shown in the source's row and does not stop the queue.
        await mutateAsync({ source: probedKey, signal: stop.signal }).catch(() => undefined)
        setRunning((before) => new Set([...before].filter((key) => key !== probedKey)))
        setProgress((before) => before && { ...before, done: before.done + 1 })
      }
    }
    await Promise.all(Array.from({ length: concurrency }, work))
    setProgress(null)
  }

  return { progress, running, start, stop: () => stopping.current?.abort() }
}

/** The sources of documents, whether each responds, and how to fix those that do not. */
export const SourcesPage = () => {
  const client = useClient()
  const sources = useQuery(sourcesOptions(client))
  const probes = useQuery(sourceProbesOptions(client))
  const all = useProbeAll(client)
  const error = sources.error ?? probes.error
  const rows = sources.data?.items.map((source): SourceRow => ({
    source,
    probe: probes.data?.items.find((probe) => probe.source === source.key) ?? null,
  }))
  return (
    <Page>
      <title>Sources · Auspex</title>
      <Flex component="header" wrap="wrap" gap="20px 40px" align="flex-end" justify="space-between">
        <div>
          <Box component="h1" fz="display" lh={1.25}>
            Sources
          </Box>
          <Box component="p" className={textStyles.soft} mt={6} maw="62ch">
            Where documents come from, what each source needs, and whether it is working. Run a check to find problems
            and how to fix them.
          </Box>
        </div>
        {rows && probes.data && <ProbeAll rows={rows} all={all} />}
      </Flex>
      {error && (
        <ErrorView
          {...describeFailure(error)}
          onRetry={() => {
            void sources.refetch()
            void probes.refetch()
          }}
        />
      )}
      {!error && <SourceGroups rows={probes.data && rows} running={all.running} />}
    </Page>
  )
}

interface SourceGroupsProps {
  /** Undefined until the sources and their checks have loaded. */
  rows: readonly SourceRow[] | undefined
  running: ReturnType<typeof useProbeAll>['running']
}

const SourceGroups = ({ rows, running }: SourceGroupsProps) => {
  if (rows === undefined)
    return (
      <Stack gap={10} role="group" aria-busy="true" aria-label="Loading sources">
        {[0, 1, 2, 3, 4, 5].map((key) => (
          <Skeleton key={key} height={84} radius="md" />
        ))}
      </Stack>
    )
  if (rows.length === 0)
    return <EmptyState title="No sources" text="This version has no sources. Import documents to begin." />
  return (
    <>
      {isCutOff(rows) && (
        <Box
          component="p"
          className={`${textStyles.soft} ${surfaces.callout} ${surfaces.warning}`}
          my={-12}
          maw="100ch"
          role="note"
        >
          <strong>No source can be reached.</strong> This is rarely the fault of the sources. Check that this server can
          reach the internet, that DNS works, and that a proxy is set if your network needs one.
        </Box>
      )}
      {groupSources(rows).map(({ title, hint, rows: members }) => (
        <Section key={title} title={title} hint={hint}>
          <SourceTable caption={title} rows={members} running={running} />
        </Section>
      ))}
      <ImportsSection />
      <ImportPricesSection />
    </>
  )
}

interface ProbeAllProps {
  rows: readonly SourceRow[]
  all: ReturnType<typeof useProbeAll>
}

const ProbeAll = ({ rows, all }: ProbeAllProps) => (
  <div className={classes.probeAll}>
    {all.progress ? (
      <Button variant="default" onClick={all.stop}>
        Stop
      </Button>
    ) : (
      <Button id="check-sources" onClick={() => void all.start(probeable(rows))}>
        Check all
      </Button>
    )}
    <Stack className={classes.progress} gap={6}>
      <p role="status" className={`${textStyles.caption} ${textStyles.tabular}`}>
        {all.progress ? `Checking ${all.progress.done} of ${all.progress.total}` : summarise(rows)}
      </p>
      {all.progress && <ProbeBar progress={all.progress} />}
    </Stack>
  </div>
)

const ProbeBar = ({ progress: { done, total } }: { progress: ProbeProgress }) => (
  <Progress value={(100 * done) / total} size="sm" aria-label="Sources checked" />
)

/** Progress of probing all sources. */
interface ProbeProgress {
  readonly done: number
  readonly total: number
}
