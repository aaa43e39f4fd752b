import type { AuspexClient } from '@auspex/sdk'
import { getGetMeQueryOptions, getGetStatusQueryOptions } from '@auspex/sdk/react'

export const meOptions = (client: AuspexClient) => getGetMeQueryOptions({ request: { client } })
export const statusOptions = (client: AuspexClient) => getGetStatusQueryOptions({ request: { client } })
