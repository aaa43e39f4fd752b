import type { OperationId } from '@auspex/sdk/operations'
import { type Handler, notImplemented } from '../http/handlers.ts'

/** Operations of the contract that this server answers with 501 until a module of its own answers them. */
export const notBuiltIds = [
  'deleteZeusReport',
  'getHashtagTrends',
  'getZeusReportSummary',
  'listHashtagCreators',
  'listHashtagVideos',
  'listNews',
  'listNewsClusters',
  'listZeusReports',
  'saveZeusReport',
  'updateZeusReport',
] as const satisfies readonly OperationId[]

type Gaps = { [K in (typeof notBuiltIds)[number]]: Handler<K> }

/** A visible gap for each: mounted, guarded and checked like any other operation. */
export const notBuilt = Object.fromEntries(notBuiltIds.map((id) => [id, notImplemented(id)])) as Gaps // one entry an id
