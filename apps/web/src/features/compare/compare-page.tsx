import { InvalidError, NotFoundError, type SignalComparison } from '@auspex/sdk'
import { Button, Flex, Group, Popover, Skeleton, Stack, ActionIcon, Box } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import {
  IconCheck,
  IconDownload,
  IconChartLine,
  IconHistory,
  IconLink,
  IconSearchOff,
  IconX,
} from '@tabler/icons-react'
import { useQuery, useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { describeFailure } from '../../lib/api/failure.ts'
import { SaveButton } from '../../lib/dialogs/save-signals.tsx'
import { useExport } from '../../lib/files/exports.ts'
import { AskZeus } from '../../lib/links/link-button.tsx'
import { formatDay } from '../../lib/time/format.ts'
import { toDay } from '../../lib/time/dates.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { AsOfBanner, AsOfForm } from '../../ui/as-of.tsx'
import { LineGlyph, lineStylesOf, secondStyle } from '../../ui/charts/legend.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorView } from '../../ui/error-view.tsx'
import { ExportMenu } from '../../ui/export-menu.tsx'
import { Page } from '../../ui/page.tsx'
import surfaces from '../../ui/surfaces.module.css'
import { seriesFiles, slidesFile, workbookFile } from '../../ui/text-files.ts'
import textStyles from '../../ui/text-styles.module.css'
import { CompareView } from './compare-view.tsx'
import classes from './compare.module.css'
import { comparisonOptions, reportOptions } from './compare.queries.ts'
import { addSignal, maxSignals, tooManySignalsMessage, useCompareSearch } from './use-compare-search.ts'

interface ComparePageProps {
  /** Renders the signal picker, which another feature owns. */
  renderPicker: (picker: {
    pickedIds: readonly string[]
    refuse: () => string | undefined
    onPick: (signal: { id: string; title: string }) => string | undefined
  }) => ReactNode
}

/** Two to five signals side by side, as listed in the URL. */
export const ComparePage = ({ renderPicker }: ComparePageProps) => {
  const { search, ids, setIds, changeAsOf } = useCompareSearch()
  const client = useClient()
  const isComparable = ids.length >= 2 && ids.length <= maxSignals
  const choices = {
    basis: search.basis,
    reference: search.reference !== undefined && ids.includes(search.reference) ? search.reference : undefined,
    from: search.from,
    to: search.to,
  }
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...comparisonOptions(client, { ids: ids.join(','), ...choices, asOf: search.asOf }),
    enabled: isComparable,
  })
  const comparison = isComparable ? data : undefined
  useSignalsOfDay(comparison, { ids, asOf: search.asOf, isOld: isPlaceholderData })
  const pastDay = comparison?.signals[0]?.query.asOf ?? search.asOf
  const showToday = () =>
    changeAsOf(
      ids.map((id, index) => comparison?.signals[index]?.query.todaySignalId ?? id),
      undefined,
    )
  const isUnknown = isComparable && error instanceof NotFoundError
  const { titleOf, isMissing } = useTitles(ids, { comparison, isNeeded: !isComparable || isUnknown })
  const pick = (signal: { id: string; title: string }) => {
    const added = addSignal(ids, signal)
    if ('refusal' in added) return added.refusal
    setIds(added.ids)
    return undefined
  }
  const names = ids.map((id) => titleOf(id) ?? '…')

  const renderContent = (): ReactNode => {
    if (ids.length > maxSignals) return <TooManySignals onCut={() => setIds(ids.slice(0, maxSignals))} />
    if (!isComparable) return <TooFewSignals isEmpty={ids.length === 0} />
    if (isUnknown) {
      const others = ids.filter((id) => !isMissing(id))
      const rest = others.length < ids.length ? others : []
      return <UnknownSignal hasOthers={rest.length > 0} onContinue={() => setIds(rest)} />
    }
    if (comparison) return <CompareView comparison={comparison} isOld={isPlaceholderData} />
    if (error instanceof InvalidError && search.asOf !== undefined)
      return (
        <EmptyState
          icon={<IconHistory size={22} aria-hidden />}
          title={describeFailure(error).message}
          action={<Button onClick={showToday}>Show today</Button>}
        />
      )
    if (error) return <ErrorView {...describeFailure(error)} onRetry={() => void refetch()} />
    return (
      <Stack gap={20} role="group" aria-busy="true" aria-label="Loading the comparison">
        <Skeleton height={44} radius="md" />
        <Skeleton height={380} radius="lg" />
        <Skeleton height={240} radius="lg" />
      </Stack>
    )
  }

  return (
    <Page>
      <title>{names.length > 0 ? `${names.join(', ')} · Compare · Auspex` : 'Compare · Auspex'}</title>
      <Flex component="header" direction="column" gap={16}>
        <Group gap="12px 32px" align="flex-start" justify="space-between">
          <div>
            <h1>Compare signals</h1>
            <p className={textStyles.lead}>
              See up to five signals on one chart, how much they differ, and how sure that is.
            </p>
          </div>
          {ids.length > 0 && (
            <ComparisonActions
              signals={ids
                .filter((id) => !isMissing(id))
                .map((id) => ({ signalId: id, title: titleOf(id) ?? 'a signal' }))}
              choices={comparison && choices}
            />
          )}
        </Group>
        <Group gap={10} align="flex-start">
          {ids.length > 0 && (
            <SignalList
              ids={ids}
              titleOf={titleOf}
              onRemove={(id) => setIds(ids.filter((otherId) => otherId !== id))}
            />
          )}
          {renderPicker({
            pickedIds: ids,
            refuse: () => (ids.length >= maxSignals ? tooManySignalsMessage : undefined),
            onPick: pick,
          })}
          {isComparable && <AsOfButton day={pastDay} onDay={(day) => changeAsOf(ids, day)} onToday={showToday} />}
        </Group>
      </Flex>
      {pastDay !== undefined && comparison && (
        <AsOfBanner
          day={formatDay(pastDay)}
          back={
            <Button variant="default" size="xs" onClick={showToday}>
              Show today
            </Button>
          }
        />
      )}
      {renderContent()}
    </Page>
  )
}

/** A signal as of a past day has an id of its own: once they have loaded, the address names those, so that links lead to their documents. */
const useSignalsOfDay = (
  comparison: SignalComparison | undefined,
  { ids, asOf, isOld }: { ids: readonly string[]; asOf: string | undefined; isOld: boolean },
): void => {
  const { changeAsOf } = useCompareSearch()
  const change = useEffectEvent(changeAsOf)
  useEffect(() => {
    if (comparison === undefined || asOf === undefined || isOld) return
    const ofDay = comparison.signals.map(({ signalId }) => signalId)
    if (ofDay.join() !== ids.join()) change(ofDay, asOf, comparison.referenceId)
  }, [comparison, asOf, ids, isOld])
}

/** Chooses the past day whose knowledge is compared. */
const AsOfButton = ({ day, onDay, onToday }: AsOfButtonProps) => {
  const [isOpen, setOpen] = useState(false)
  const now = useNow()
  const close = () => setOpen(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={320} trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconHistory size={16} aria-hidden />}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {day === undefined ? 'As known today' : `As of ${formatDay(day)}`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Change the day of what is known">
        {isOpen && (
          <AsOfForm
            date={{
              day: day ?? '',
              min: '1990-01-01',
              max: toDay(now),
              choose: (chosen) => {
                close()
                onDay(chosen)
              },
            }}
            note={null}
            onToday={
              day === undefined
                ? undefined
                : () => {
                    close()
                    onToday()
                  }
            }
          />
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

interface AsOfButtonProps {
  day: string | undefined
  onDay: (day: string) => void
  onToday: () => void
}
interface ComparisonActionsProps {
  signals: readonly { signalId: string; title: string }[]
  /** What of the comparison is shown, and so exported; undefined while there is none. */
  choices: ComparedChoices | undefined
}

type ComparedChoices = Parameters<typeof useExport>[2]

const comparisonFiles = [{ choices: [slidesFile, workbookFile, ...seriesFiles] }]

const ComparisonExport = ({ ids, choices }: { ids: string; choices: ComparedChoices }) => (
  <ExportMenu {...useExport('comparison', ids, choices)} sections={comparisonFiles} width={280} />
)

/** What can be done with all compared signals together. */
const ComparisonActions = ({ signals, choices }: ComparisonActionsProps) => {
  const clipboard = useClipboard({ timeout: 2000 })
  return (
    <Group gap={6}>
      <SaveButton signals={signals} />
      <AskZeus about={{ signals: signals.map(({ signalId }) => signalId) }} name="these signals" />
      {choices ? (
        <ComparisonExport ids={signals.map(({ signalId }) => signalId).join(',')} choices={choices} />
      ) : (
        // in its place until there is something to export: on a phone the buttons wrap
        signals.length > 1 && (
          <Button variant="default" disabled leftSection={<IconDownload size={16} aria-hidden />}>
            Export
          </Button>
        )
      )}
      <Button
        variant="default"
        leftSection={clipboard.copied ? <IconCheck size={16} aria-hidden /> : <IconLink size={16} aria-hidden />}
        onClick={() => clipboard.copy(window.location.href)}
      >
        {clipboard.copied ? 'Link copied' : 'Copy link'}
      </Button>
    </Group>
  )
}

const TooManySignals = ({ onCut }: { onCut: () => void }) => (
  <EmptyState
    icon={<IconChartLine size={22} aria-hidden />}
    title="Too many signals for one chart"
    text={tooManySignalsMessage}
    action={<Button onClick={onCut}>Compare the first five</Button>}
  />
)

const TooFewSignals = ({ isEmpty }: { isEmpty: boolean }) => (
  <EmptyState
    icon={<IconChartLine size={22} aria-hidden />}
    title={isEmpty ? 'Nothing to compare yet' : 'Add one more'}
    text={
      isEmpty
        ? 'Add two to five topics above to see them on one chart, how much they differ, and how sure that is.'
        : 'Add a second signal above to compare the two.'
    }
  />
)

const UnknownSignal = ({ hasOthers, onContinue }: { hasOthers: boolean; onContinue: () => void }) => (
  <EmptyState
    icon={<IconSearchOff size={22} aria-hidden />}
    title="One of these signals does not exist"
    text="Nobody here has searched for one of the signals in the link."
    action={<Button onClick={onContinue}>{hasOthers ? 'Continue without it' : 'Start over'}</Button>}
  />
)

/**
 * The titles of the signals: from the comparison, or from their reports if it is unavailable. `isMissing` is true once it is
 * known that nobody searched a signal.
 */
const useTitles = (
  ids: readonly string[],
  { comparison, isNeeded }: { comparison: SignalComparison | undefined; isNeeded: boolean },
) => {
  const client = useClient()
  const reports = useQueries({
    queries: ids.map((id) => ({ ...reportOptions(client, id), enabled: isNeeded })),
  })
  const reportOf = (id: string) => reports[ids.indexOf(id)]
  return {
    titleOf: (id: string): string | null =>
      comparison?.signals.find(({ signalId }) => signalId === id)?.query.title ??
      reportOf(id)?.data?.query.title ??
      null,
    isMissing: (id: string): boolean => isNeeded && reportOf(id)?.error instanceof NotFoundError,
  }
}

interface SignalListProps {
  ids: readonly string[]
  /** Null until the name is known. */
  titleOf: (id: string) => string | null
  onRemove: (id: string) => void
}

/** The compared signals: each with its line, a link to its report and a remove button. */
const SignalList = ({ ids, titleOf, onRemove }: SignalListProps) => {
  const styles = lineStylesOf(ids)
  return (
    <ul className={classes.signals} aria-label="Compared signals">
      {ids.map((id, index) => {
        const title = titleOf(id)
        return (
          <Flex key={id} component="li" className={`${surfaces.panel} ${classes.signal}`} gap={8} align="center">
            {index < maxSignals && <LineGlyph style={styles.get(id) ?? secondStyle} />}
            <Link
              to="/signals/$signalId"
              params={{ signalId: id }}
              className={`${textStyles.plain} ${textStyles.strong} ${textStyles.breakable} ${classes.signalTitle}`}
              preload={false}
            >
              {title ?? (
                <Box component="span" className={textStyles.quiet} fw={400}>
                  Signal {index + 1}
                </Box>
              )}
            </Link>
            <ActionIcon size="sm" aria-label={`Remove ${title ?? `signal ${index + 1}`}`} onClick={() => onRemove(id)}>
              <IconX size={14} stroke={1.9} aria-hidden />
            </ActionIcon>
          </Flex>
        )
      })}
    </ul>
  )
}
