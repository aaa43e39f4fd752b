import { SegmentedControl } from '@mantine/core'
import { IconMicrophone } from '@tabler/icons-react'
import type { Voice, VoicesSection as Voices } from '@auspex/sdk'
import { useState } from 'react'
import { formatCount, formatDayRange, formatPlural, formatTone } from '../../../lib/format.ts'
import { sourceWords } from '../../../lib/words.ts'
import { DataTable, type TableColumn } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Known } from '../../../ui/known.tsx'
import { Section } from '../../../ui/section.tsx'
import { EvidenceLink } from '../evidence-link.tsx'

type Kind = Voice['kind']

/** Who speaks: outlets and authors. */
export const VoicesSection = ({ voices }: { voices: Voices }) => {
  const [kind, setKind] = useState<Kind>(voices.outlets.length === 0 && voices.authors.length > 0 ? 'author' : 'outlet')
  const rows = kind === 'outlet' ? voices.outlets : voices.authors
  return (
    <Section
      id="voices"
      title="Voices"
      hint={voices.note ?? 'Who is heard; reach is the sum of points and comments, where a source tells them'}
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
    key: 'reach',
    title: 'Reach',
    numeric: true,
    renderCell: ({ reach }) => <Known value={reach} format={formatCount} />,
    sortBy: ({ reach }) => reach,
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
