import type { AuspexClient } from '@auspex/sdk'
import { getGetMeQueryOptions } from '@auspex/sdk/react'

export const meOptions = (client: AuspexClient) => getGetMeQueryOptions({ request: { client } })
