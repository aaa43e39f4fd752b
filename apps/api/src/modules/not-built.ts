import type { OperationId } from '@auspex/sdk/operations'
import { type Handler, notImplemented } from '../http/handlers.ts'

const ids = [] as const satisfies readonly OperationId[]

/** Operations of the contract that answer 501 until a module implements them. */
export const notBuiltIds: readonly OperationId[] = ids

type Gaps = { [K in (typeof ids)[number]]: Handler<K> }

/** A visible gap for each: mounted, guarded and validated like any other operation. */
export const notBuilt = Object.fromEntries(notBuiltIds.map((id) => [id, notImplemented(id)])) as Gaps // one entry per id
