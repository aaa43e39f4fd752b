import { IconFlask } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../lib/api.tsx'
import { statusOptions } from './shell.queries.ts'
import classes from './demo-banner.module.css'

/** Said on every screen while the documents are made up. */
export const DemoBanner = () => {
  const client = useClient()
  const { data } = useQuery(statusOptions(client))
  if (data?.provenance !== 'demo') return null
  return (
    <p className={classes.banner} role="note">
      <IconFlask size={16} stroke={1.8} aria-hidden />
      <span>
        <strong>Demo data.</strong>{' '}
        {data.sources === 'demo'
          ? 'This installation is set to made-up documents.'
          : 'These documents were made up: no live source could be reached and nothing was imported.'}
      </span>
    </p>
  )
}
