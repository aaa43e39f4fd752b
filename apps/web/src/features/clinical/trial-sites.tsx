import type { TrialSite } from '@auspex/sdk'
import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { DataTable, type TableColumn } from '../../ui/data-table.tsx'
import { wordOfValue } from './clinical-words.ts'
import { describeCountries } from './site-points.ts'
import classes from './clinical.module.css'
import textStyles from '../../ui/text-styles.module.css'

// Few pages need the projection code and the shapes.
const SiteMap = lazy(async () => ({ default: (await import('./site-map.tsx')).SiteMap }))

type Row = TrialSite & { readonly key: string }

const columns: readonly TableColumn<Row>[] = [
  {
    key: 'facility',
    title: 'Site',
    renderCell: ({ facility }) => facility ?? 'not named',
    sortBy: ({ facility }) => facility,
  },
  { key: 'city', title: 'City', renderCell: ({ city }) => city ?? 'unknown', sortBy: ({ city }) => city },
  {
    key: 'country',
    title: 'Country',
    renderCell: ({ country }) => country ?? 'unknown',
    sortBy: ({ country }) => country,
  },
  {
    key: 'status',
    title: 'Status',
    renderCell: ({ status }) => (status === null ? 'Not given' : wordOfValue('status', status)),
    sortBy: ({ status }) => status,
  },
]

/** The locations of a study. */
export const TrialSites = ({ sites }: { sites: readonly TrialSite[] }) =>
  sites.length === 0 ? (
    <p className={textStyles.note}>The register lists no sites.</p>
  ) : (
    <>
      <p className={textStyles.lead}>{describeCountries(sites)}</p>
      <Suspense fallback={<Skeleton className={classes.siteMapWait} radius={12} />}>
        <SiteMap sites={sites} />
      </Suspense>
      <DataTable
        caption="Sites"
        columns={columns}
        rows={sites.map((site, index) => ({ ...site, key: `${index} ${site.facility}` }))}
        rowKey={({ key }) => key}
      />
    </>
  )
