import type { LocationsSection, Place, SummarySection } from '@auspex/sdk'
import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { formatCount, formatPlural, formatShare, formatTone } from '../../../lib/numbers/format.ts'
import { countryName } from '../../../lib/places/countries.ts'
import { DataTable, type TableColumn } from '../../../ui/data-table.tsx'
import layout from '../../../ui/layout.module.css'
import { Section } from '../../../ui/page.tsx'
import { ValueOrUnknown } from '../../../ui/values.tsx'
import { EvidenceLink } from '../evidence-link.tsx'
import { NullResult } from '../placeholders.tsx'
import { HowCounted } from '../provenance/how-counted.tsx'
import { Finding, useSectionFinding } from '../summary/statements.tsx'

// Nothing else needs the projection code and the shapes.
const WorldMap = lazy(async () => ({ default: (await import('./world-map.tsx')).WorldMap }))

/** The minimum share of documents with a known country: below it a map would represent only a few. */
const minKnownShare = 0.1

/** The countries of the documents, as a map and as a table, with the unknown share. */
interface PlacesSectionProps {
  locations: LocationsSection
  title: string
  summary?: SummarySection
}

export const PlacesSection = ({ locations, title, summary }: PlacesSectionProps) => {
  const finding = useSectionFinding(summary, 'places')
  return locations.known < minKnownShare * (locations.known + locations.unknown) || locations.countries.length === 0 ? (
    <NullResult
      name="Places"
      result="Places cannot be determined"
      why={`the country of ${formatCount(locations.known)} of ${formatPlural(locations.known + locations.unknown, 'document')} is known`}
    />
  ) : (
    <Section
      id="places"
      title="Places"
      aside={<HowCounted pointer="/locations/known" name="the countries" />}
      hint={hintOf(locations)}
    >
      {finding && <Finding {...finding} />}
      <div className={layout.halves}>
        <Suspense fallback={<Skeleton height={320} radius={12} />}>
          <WorldMap places={locations.countries} title={title} />
        </Suspense>
        <DataTable
          caption="Documents by country"
          columns={columns}
          rows={locations.countries}
          rowKey={({ country }) => country}
          maxHeight={360}
        />
      </div>
    </Section>
  )
}

const hintOf = ({ known, unknown, basis }: LocationsSection): string => {
  const grounds = [
    basis.source > 0 && 'of the outlet',
    basis.content > 0 && 'the text is about',
    basis.author > 0 && 'of the author',
  ].filter((ground) => ground !== false)
  const what = grounds.length > 0 ? `By the country ${grounds.join(' or ')}. ` : ''
  return `${what}Known for ${formatPlural(known, 'document')}, unknown for ${formatCount(unknown)}.`
}

const columns: readonly TableColumn<Place>[] = [
  {
    key: 'country',
    title: 'Country',
    renderCell: ({ country }) => countryName(country),
    sortBy: ({ country }) => countryName(country),
  },
  {
    key: 'documents',
    title: 'Documents',
    numeric: true,
    sortBy: ({ documents }) => documents,
    renderCell: ({ country, documents }) => (
      <EvidenceLink filter={{ country }} label={`${formatPlural(documents, 'document')} of ${countryName(country)}`}>
        {formatCount(documents)}
      </EvidenceLink>
    ),
  },
  {
    key: 'share',
    title: 'Share',
    numeric: true,
    renderCell: ({ share }) => formatShare(share),
    sortBy: ({ share }) => share,
  },
  {
    key: 'tone',
    title: 'Mean tone',
    numeric: true,
    renderCell: ({ toneMean }) => <ValueOrUnknown value={toneMean} format={formatTone} />,
    sortBy: ({ toneMean }) => toneMean,
  },
]
