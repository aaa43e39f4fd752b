import type { AuspexClient } from '@auspex/sdk'
import { getMeQueryOptions, getStatusQueryOptions } from '@auspex/sdk/react'
import { Flex } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import surfaces from '../../ui/surfaces.module.css'

export const meOptions = (client: AuspexClient) => getMeQueryOptions({ request: { client } })
const statusOptions = (client: AuspexClient) => getStatusQueryOptions({ request: { client } })

/** A line across the top of every screen. */
export const Banner = ({ icon, role, children }: { icon: ReactNode; role?: 'note'; children: ReactNode }) => (
  <Flex
    component="p"
    className={surfaces.warning}
    gap={8}
    align="center"
    justify="center"
    py={8}
    px={16}
    fz="note"
    role={role}
  >
    {icon}
    <span>{children}</span>
  </Flex>
)

/** Shown on every screen while the documents are demo data. */
export const DemoBanner = () => {
  const client = useClient()
  const { data } = useQuery(statusOptions(client))
  if (data?.provenance !== 'demo') return null
  return (
    <Banner role="note" icon={<IconFlask style={{ flex: 'none' }} size={16} stroke={1.8} aria-hidden />}>
      <strong>Demo data.</strong>{' '}
      {data.sources === 'demo'
        ? 'This installation uses made-up documents.'
        : 'These documents are made up, because no live source could be reached and nothing was imported.'}
    </Banner>
  )
}
