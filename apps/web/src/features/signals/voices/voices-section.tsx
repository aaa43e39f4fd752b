import type { SummarySection, Voice, VoicesSection as Voices } from '@auspex/sdk'
import { Box } from '@mantine/core'
import { IconMicrophone } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { formatCompact, formatCount, formatFactor, formatPlural, formatTone } from '../../../lib/numbers/format.ts'
import { formatDayRange } from '../../../lib/time/format.ts'
import { type NameSource, useSourceNames } from '../../../lib/words/source-names.ts'
import { DataTable, type TableColumn } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Section } from '../../../ui/page.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import textStyles from '../../../ui/text-styles.module.css'
import { ValueOrUnknown, Why, Bar } from '../../../ui/values.tsx'
import { EvidenceLink } from '../evidence-link.tsx'
import { HowCounted } from '../provenance/how-counted.tsx'
import classes from '../sections.module.css'
import { Finding, useSectionFinding } from '../summary/statements.tsx'

/** A factor as a bar and a number; a muted "unknown" if there is none. */
const FactorBar = ({ value, detail, strong = false }: FactorBarProps) =>
  value === null ? (
    <span className={textStyles.quiet}>unknown</span>
  ) : (
    <span className={classes.factor}>
      <Bar part={value} color={strong ? undefined : 'var(--tone-neutral)'} />
      <span className={strong ? textStyles.figure : undefined}>{value.toFixed(2)}</span>
      {detail && <span className={`${textStyles.small} ${classes.detail}`}>{detail}</span>}
    </span>
  )

type Kind = Voice['kind']

/** The voices: outlets and authors. */
export const VoicesSection = ({ voices, summary }: { voices: Voices; summary?: SummarySection }) => {
  const finding = useSectionFinding(summary, 'voices')
  const [kind, setKind] = useState<Kind>(voices.outlets.length === 0 && voices.authors.length > 0 ? 'author' : 'outlet')
  const rows = kind === 'outlet' ? voices.outlets : voices.authors
  const nameSource = useSourceNames()
  const columns = useMemo(
    () => columnsOf(kind, new Set(rows.map(({ source }) => source)).size > 1, nameSource),
    [kind, rows, nameSource],
  )
  return (
    <Section
      id="voices"
      title="Voices"
      aside={
        <>
          <HowCounted pointer="/counts/outlets" name="voices" />
          <Why label="What influence is:" text={influence} />
        </>
      }
      hint={hintOf(voices)}
      actions={
        <SegmentedControl
          size="xs"
          aria-label="Kind of voice"
          value={kind}
          onChange={(value) => setKind(value === 'author' ? 'author' : 'outlet')}
          data={[
            { value: 'outlet', label: `Outlets ${formatCount(voices.outlets.length)}` },
            { value: 'author', label: `Authors ${formatCount(voices.authors.length)}` },
          ]}
        />
      }
    >
      {finding && <Finding {...finding} />}
      {rows.length === 0 ? (
        <EmptyState
          level={3}
          icon={<IconMicrophone size={20} aria-hidden />}
          title={kind === 'author' ? 'No authors are known' : 'No outlets are known'}
          text={voices.note ?? 'No document names one.'}
        />
      ) : (
        <DataTable
          caption={kind === 'outlet' ? 'Outlets' : 'Authors'}
          columns={columns}
          rows={rows}
          rowKey={(voice) => `${voice.source} ${voice.name}`}
        />
      )}
    </Section>
  )
}

const influence =
  'Influence is the geometric mean of three factors, each from 0 to 1 against the loudest here: reach (points and comments), amplification (comments a document) and first mover (how early it publishes texts that others publish too; 0.5 is chance).'

const hintOf = ({ note }: Voices) =>
  `Who talks about it: how far they reach, how much they stir up, and how early they are. ${note ?? ''}`.trim()

const columnsOf = (kind: Kind, ofManySources: boolean, nameSource: NameSource): readonly TableColumn<Voice>[] => [
  {
    key: 'name',
    title: kind === 'outlet' ? 'Outlet' : 'Author',
    renderCell: ({ name, source }) => (
      <>
        {name}
        {ofManySources && (
          <Box component="span" className={textStyles.small} display="block">
            {nameSource(source)}
          </Box>
        )}
      </>
    ),
    sortBy: ({ name }) => name,
  },
  {
    key: 'documents',
    title: 'Documents',
    numeric: true,
    sortBy: ({ documents }) => documents,
    renderCell: (voice) => (
      <EvidenceLink
        filter={
          kind === 'outlet'
            ? { outlet: voice.name, source: voice.source }
            : { author: voice.name, source: voice.source }
        }
        label={`${formatPlural(voice.documents, 'document')} of ${voice.name}`}
      >
        {formatCount(voice.documents)}
      </EvidenceLink>
    ),
  },
  {
    key: 'influence',
    title: 'Influence',
    renderCell: ({ factors }) => <FactorBar value={factors.influence} strong />,
    sortBy: ({ factors }) => factors.influence,
  },
  {
    key: 'reach',
    title: 'Reach',
    renderCell: ({ factors, reach }) => (
      <FactorBar value={factors.reach} detail={reach === null ? undefined : `${formatCompact(reach)} in all`} />
    ),
    sortBy: ({ reach }) => reach,
  },
  {
    key: 'amplification',
    title: 'Amplification',
    renderCell: ({ factors: { amplification, commentsPerDocument } }) => (
      <FactorBar
        value={amplification}
        detail={commentsPerDocument === null ? undefined : `${formatFactor(commentsPerDocument)} a document`}
      />
    ),
    sortBy: ({ factors }) => factors.amplification,
  },
  {
    key: 'first',
    title: 'First mover',
    renderCell: ({ factors: { firstMover, sharedStories } }) => (
      <FactorBar
        value={firstMover}
        detail={sharedStories ? `of ${formatPlural(sharedStories, 'shared text')}` : undefined}
      />
    ),
    sortBy: ({ factors }) => factors.firstMover,
  },
  {
    key: 'tone',
    title: 'Mean tone',
    numeric: true,
    renderCell: ({ toneMean }) => <ValueOrUnknown value={toneMean} format={formatTone} />,
    sortBy: ({ toneMean }) => toneMean,
  },
  {
    key: 'heard',
    title: 'Heard',
    renderCell: ({ firstDay, lastDay }) => (
      <span className={`${textStyles.detail} ${classes.heard}`}>{formatDayRange(firstDay, lastDay)}</span>
    ),
    sortBy: ({ lastDay }) => lastDay,
  },
]

interface FactorBarProps {
  /** In [0, 1]; null if the documents do not show it. */
  value: number | null
  /** What it was computed from, in a few words. */
  detail?: string | undefined
  /** The figure that combines the others. */
  strong?: boolean
}
