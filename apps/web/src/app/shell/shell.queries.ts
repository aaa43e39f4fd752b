import type { AuspexClient } from '@auspex/sdk'
import { getMeQueryOptions, getStatusQueryOptions } from '@auspex/sdk/react'

export const meOptions = (client: AuspexClient) => getMeQueryOptions({ request: { client } })
export const statusOptions = (client: AuspexClient) => getStatusQueryOptions({ request: { client } })
