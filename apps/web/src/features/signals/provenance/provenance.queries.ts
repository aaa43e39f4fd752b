import type { AuspexClient } from '@auspex/sdk'
import { getGetSignalNumberQueryOptions } from '@auspex/sdk/react'

export const signalNumberOptions = (client: AuspexClient, signalId: string, pointer: string) =>
  getGetSignalNumberQueryOptions(signalId, { pointer }, { request: { client } })
