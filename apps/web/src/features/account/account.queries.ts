import type { AuspexClient } from '@auspex/sdk'
import { getMeQueryOptions } from '@auspex/sdk/react'

export const meOptions = (client: AuspexClient) => getMeQueryOptions({ request: { client } })
