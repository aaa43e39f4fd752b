import { SegmentedControl } from '@mantine/core'
import { IconMicrophone } from '@tabler/icons-react'
import type { Voice, VoicesSection as Voices } from '@auspex/sdk'
import { useState } from 'react'
import {
  formatCompact,
  formatCount,
  formatDayRange,
  formatFactor,
  formatPlural,
  formatTone,
} from '../../../lib/format.ts'
import { sourceWords } from '../../../lib/words.ts'
import { DataTable, type TableColumn } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Known } from '../../../ui/known.tsx'
import { Section } from '../../../ui/section.tsx'
import { HowCounted } from '../provenance/how-counted.tsx'
import { EvidenceLink } from '../evidence-link.tsx'
import { FactorBar } from './factor-bar.tsx'

type Kind = Voice['kind']

/** Who speaks: outlets and authors. */
export const VoicesSection = ({ voices }: { voices: Voices }) => {
  const [kind, setKind] = useState<Kind>(voices.outlets.length === 0 && voices.authors.length > 0 ? 'author' : 'outlet')
  const rows = kind === 'outlet' ? voices.outlets : voices.authors
  return (
    <Section
      id="voices"
      title="Voices"
      aside={<HowCounted pointer="/counts/outlets" name="voices" />}
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
          columns={columnsOf[kind]}
          rows={rows}
          rowKey={(voice) => `${voice.source} ${voice.name}`}
        />
      )}
    </Section>
  )
}

const factorsHint =
  'Influence is the geometric mean of reach (points and comments), amplification (comments a document) and first mover (how early it tells stories that others tell too; 0.5 is chance), each from 0 to 1 against the loudest here.'

const hintOf = ({ note }: Voices) => `${factorsHint} ${note ?? ''}`.trim()

const columns = (kind: Kind): readonly TableColumn<Voice>[] => [
  {
    key: 'name',
    title: kind === 'outlet' ? 'Outlet' : 'Author',
    renderCell: ({ name }) => name,
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
        detail={sharedStories ? `of ${formatPlural(sharedStories, 'shared story', 'shared stories')}` : undefined}
      />
    ),
    sortBy: ({ factors }) => factors.firstMover,
  },
  {
    key: 'tone',
    title: 'Mean tone',
    numeric: true,
    renderCell: ({ toneMean }) => <Known value={toneMean} format={formatTone} />,
    sortBy: ({ toneMean }) => toneMean,
  },
  {
    key: 'heard',
    title: 'Heard',
    renderCell: ({ firstDay, lastDay }) => formatDayRange(firstDay, lastDay),
    sortBy: ({ lastDay }) => lastDay,
  },
  {
    key: 'source',
    title: 'Source',
    renderCell: ({ source }) => sourceWords[source],
    sortBy: ({ source }) => sourceWords[source],
  },
]

const columnsOf: Record<Kind, readonly TableColumn<Voice>[]> = { outlet: columns('outlet'), author: columns('author') }
