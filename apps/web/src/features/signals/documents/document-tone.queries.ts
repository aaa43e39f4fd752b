import type { AuspexClient } from '@auspex/sdk'
import { getGetDocumentToneQueryOptions } from '@auspex/sdk/react'

export const documentToneOptions = (client: AuspexClient, id: string) =>
  getGetDocumentToneQueryOptions(id, { request: { client } })
