import type { SignalReport, InflectionPoint, InflectionsSection, InflectionStory } from '@auspex/sdk'
import { getInflectionPointSummaryQueryOptions } from '@auspex/sdk/react'
import { ActionIcon, Box, CloseButton, Drawer, Flex, Group, Skeleton, Stack } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconTimeline } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useClient } from '../../../lib/api/api.tsx'
import { describeFailure } from '../../../lib/api/failure.ts'
import { MarkerGlyph } from '../../../ui/charts/legend.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorView } from '../../../ui/error-view.tsx'
import { daysOf, glyphOf, wordOf, chanceOf, intervalOf, levelOf, ratioOf, useOpenChange } from './changes-section.tsx'
import { useOpened } from '../use-opened.ts'
import panel from '../side-panel.module.css'
import classes from './inflections.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import { formatCount, formatPlural, formatTone } from '../../../lib/numbers/format.ts'
import { formatDayRange, formatInstant } from '../../../lib/time/format.ts'
import { useSourceNames } from '../../../lib/words/source-names.ts'
import { EvidenceLink } from '../evidence-link.tsx'
import surfaces from '../../../ui/surfaces.module.css'

/** A change and its explanation: numbers, stories, words, tone, first voices and sentences, each with its documents. */
const Explanation = ({ point, basis }: ExplanationProps) => (
  <Stack className={panel.body} gap={24} px="var(--panel-gutter)" pt={18} pb={40}>
    <Stack gap={6} lh={1.55}>
      {point.statements.map(({ text }) => (
        <p key={text}>{text}</p>
      ))}
    </Stack>
    <Figures point={point} basis={basis} />
    {point.stories.length > 0 && <Stories stories={point.stories} days={point.days} />}
    <Words point={point} />
    {point.days.documents > 0 && <Starters starters={point.starters} />}
    {point.summary.length > 0 && <Quotes summary={point.summary} />}
  </Stack>
)

const Figures = ({ point, basis }: ExplanationProps) => {
  const { days, tone } = point
  const figures = [
    { name: 'Level before', value: levelOf(point.before, basis) },
    { name: point.kind === 'spike' ? 'Level of the spike' : 'Level after', value: levelOf(point.after, basis) },
    { name: 'Change', value: ratioOf(point), interval: intervalOf(point) },
    { name: 'By chance', value: chanceOf(point) },
    {
      name: 'Tone moved by',
      value: tone && formatTone(tone.value),
      interval: tone && `${formatTone(tone.low)} to ${formatTone(tone.high)}`,
    },
  ]
  return (
    <Stack gap={10}>
      <dl className={`${surfaces.muted} ${classes.figures}`}>
        {figures.map(({ name, value, interval }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={textStyles.figure}>
              {value ?? (
                <Box component="span" className={textStyles.quiet} fz="lead" fw={450}>
                  unknown
                </Box>
              )}
              {interval && (
                <Box component="span" className={textStyles.small} display="block" fw={450}>
                  {interval}
                </Box>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p className={textStyles.note}>
        <EvidenceLink
          filter={{ since: days.from, until: days.to, sort: 'oldest' }}
          label={formatPlural(days.documents, 'document')}
        >
          {formatPlural(days.documents, 'document')}
        </EvidenceLink>{' '}
        of {formatDayRange(days.from, days.to)} against{' '}
        <EvidenceLink
          filter={{ since: days.beforeFrom, until: days.beforeTo }}
          label={formatPlural(days.documentsBefore, 'document')}
        >
          {formatCount(days.documentsBefore)}
        </EvidenceLink>{' '}
        of {formatDayRange(days.beforeFrom, days.beforeTo)}.
      </p>
    </Stack>
  )
}

const Stories = ({ stories, days }: Pick<InflectionPoint, 'stories' | 'days'>) => (
  <section>
    <h3>What was reported</h3>
    <ol className={classes.documentList}>
      {stories.map((story) => (
        <li key={story.storyCluster}>
          <EvidenceLink
            filter={{ story: story.storyCluster, since: days.from, until: days.to }}
            label={`${titleOf(story)}: ${formatPlural(story.documents, 'document')}`}
            quiet
          >
            {titleOf(story)}
          </EvidenceLink>
          <Box component="span" className={textStyles.caption} display="block" mt={2}>
            {formatPlural(story.documents, 'document')} in {formatPlural(story.outlets, 'outlet')}, first{' '}
            {story.firstOutlet}, {formatInstant(story.firstAt)}
          </Box>
        </li>
      ))}
    </ol>
  </section>
)

const titleOf = ({ title, firstOutlet }: InflectionStory): string =>
  title.trim() || `A post without a title in ${firstOutlet}`

const Words = ({ point: { terms, days } }: { point: InflectionPoint }) => (
  <section>
    <h3>Words that came up</h3>
    {terms.length === 0 ? (
      <p className={`${textStyles.note} ${panel.note}`}>
        {days.readBefore === 0
          ? 'There are no earlier documents to compare with.'
          : 'No word is clearly more frequent in these documents than in the earlier ones.'}
      </p>
    ) : (
      <Flex component="ul" className={classes.changedWords} wrap="wrap" gap={6}>
        {terms.map(({ term, documents, documentsBefore, documentIds }) => (
          <li key={term}>
            <EvidenceLink
              filter={{ ids: documentIds.join(',') }}
              label={`${term} ${documents} / ${documentsBefore}: documents with it then and before`}
              quiet
            >
              {term}{' '}
              <span className={`${textStyles.small} ${textStyles.tabular}`}>{`${documents} / ${documentsBefore}`}</span>
            </EvidenceLink>
          </li>
        ))}
      </Flex>
    )}
    {terms.length > 0 && (
      <p className={`${textStyles.note} ${panel.note}`}>
        Documents with the word then / before, of {days.read} and {days.readBefore} read. Log-odds with a Dirichlet
        prior, strongest first.
      </p>
    )}
  </section>
)

const Starters = ({ starters }: { readonly starters: InflectionPoint['starters'] }) => {
  const nameSource = useSourceNames()
  return (
    <section>
      <h3>Who was first</h3>
      {starters.length === 0 && (
        <p className={textStyles.caption}>Unknown, because several published the first texts at the same time.</p>
      )}
      <ol className={classes.documentList}>
        {starters.map(({ name, kind, source, firstAt, documents, documentId }) => (
          <li key={`${kind} ${source} ${name}`}>
            <EvidenceLink filter={{ ids: documentId }} label={`the first document of ${name}`} quiet>
              {name}
            </EvidenceLink>
            <Box component="span" className={textStyles.caption} display="block" mt={2}>
              {kind === 'author' ? 'Author' : 'Outlet'}, {nameSource(source)}, {formatInstant(firstAt)}
              {documents > 1 && `, ${formatPlural(documents, 'early document')}`}
            </Box>
          </li>
        ))}
      </ol>
    </section>
  )
}

const Quotes = ({ summary }: { readonly summary: InflectionPoint['summary'] }) => (
  <section>
    <h3>In their words</h3>
    {summary.map(({ text, documentIds }) => (
      <Box key={text} component="blockquote" className={textStyles.quote} mb={12} lh={1.55}>
        {text}{' '}
        <EvidenceLink filter={{ ids: documentIds.join(',') }} label={formatPlural(documentIds.length, 'document')}>
          {documentIds.length === 1 ? 'source' : `${documentIds.length} sources`}
        </EvidenceLink>
      </Box>
    ))}
  </section>
)

const route = getRouteApi('/signals/$signalId')

/** Why the series changed on a day, beside the report. The day is in the URL, so it can be linked to. */
export const InflectionPanel = ({ report }: { report: SignalReport }) => {
  const { change, docs } = route.useSearch()
  const isOpen = useOpened(change !== undefined)
  const open = useOpenChange()
  const { points } = report.inflections
  const position = points.findIndex(({ day }) => day === change)
  const point = points[position]
  const step = (to: number) => open(points[to]?.day, { replace: true })
  return (
    <Drawer.Root
      opened={isOpen}
      onClose={() => open(undefined)}
      position="right"
      size={620}
      // documents opened from here are on top, and are closed first
      closeOnEscape={docs === undefined}
      trapFocus={docs === undefined}
    >
      <Drawer.Overlay backgroundOpacity={0.3} />
      <Drawer.Content aria-label={`What changed about ${report.query.title}`} classNames={{ content: panel.content }}>
        <Group className={panel.header} gap="8px 12px" wrap="nowrap">
          <Box component="p" className={`${textStyles.quiet} ${textStyles.breakable}`} flex={1} miw={0} fz="text">
            What changed about {report.query.title}
          </Box>
          {position !== -1 && (
            <Group gap={2} wrap="nowrap">
              <ActionIcon aria-label="Previous change" disabled={position === 0} onClick={() => step(position - 1)}>
                <IconChevronLeft size={18} aria-hidden />
              </ActionIcon>
              <span className={`${textStyles.caption} ${textStyles.tabular} ${textStyles.nowrap}`}>
                {position + 1} of {points.length}
              </span>
              <ActionIcon
                aria-label="Next change"
                disabled={position === points.length - 1}
                onClick={() => step(position + 1)}
              >
                <IconChevronRight size={18} aria-hidden />
              </ActionIcon>
            </Group>
          )}
          <CloseButton onClick={() => open(undefined)} aria-label="Close the explanation" />
        </Group>
        {point && (
          <Flex component="h2" className={`${panel.top} ${panel.title}`} gap={12} align="center">
            <span className={classes.glyph}>
              <MarkerGlyph kind={glyphOf(point)} />
            </span>
            {wordOf(point, points)}, {daysOf(point)}
          </Flex>
        )}
        {change !== undefined && <DayExplanation report={report} day={change} />}
      </Drawer.Content>
    </Drawer.Root>
  )
}

const DayExplanation = ({ report, day }: { report: SignalReport; day: string }) => {
  const client = useClient()
  const { data, error, refetch } = useQuery(
    getInflectionPointSummaryQueryOptions({ id: report.signalId, day }, { request: { client } }),
  )
  if (error)
    return (
      <ErrorView {...describeFailure(error)} onRetry={() => void refetch()} onReload={() => window.location.reload()} />
    )
  if (!data)
    return (
      <Stack
        gap={16}
        px="var(--panel-gutter)"
        py={20}
        role="group"
        aria-busy="true"
        aria-label="Loading the explanation"
      >
        {[64, 120, 150, 96].map((height) => (
          <Skeleton key={height} height={height} radius="md" />
        ))}
      </Stack>
    )
  if (data.points.length === 0)
    return (
      <EmptyState
        level={3}
        icon={<IconTimeline size={20} aria-hidden />}
        title="No change begins on this day"
        text={data.reason ?? 'The report has been measured again since then. Its chart marks the current changes.'}
      />
    )
  return data.points.map((one) => <Explanation key={one.kind} point={one} basis={data.basis} />)
}

interface ExplanationProps {
  point: InflectionPoint
  basis: InflectionsSection['basis']
}
