import type { CallerRules } from '@auspex/contract'
import type { Caller } from '../identity/caller.ts'
import { applyOverlay } from '../state/overlay.ts'
import { valueAt } from '../state/pointer.ts'
import type { ResourceContext } from '../state/task.ts'
import { ownItemId } from '../state/task.ts'
import type { ServedOperation } from './served-contract.ts'

/** A reply that tells of the caller: the example's words give way to the directory's, and to what the caller keeps in collections of their own. */
export function withCaller(
  body: unknown,
  rules: CallerRules,
  { served, caller, context }: { served: ServedOperation; caller: Caller; context: ResourceContext },
): unknown {
  const shown = Object.entries(rules.places).find(([, fact]) => fact === 'modules')
  const modules: unknown = shown === undefined ? [] : valueAt(body, shown[0])
  const facts = context.directory.factsOf(caller, Array.isArray(modules) ? modules : [])
  const own = Object.entries(rules.items ?? {}).flatMap(([place, collection]): [string, unknown][] => {
    const stored = context.store.find(collection, ownItemId(caller))?.item
    return stored === undefined ? [] : [[place, stored]]
  })
  const told = Object.entries(rules.places).map(([place, fact]): [string, unknown] => [place, facts[fact]])
  return applyOverlay(body, [...told, ...own], served.success.check)
}
