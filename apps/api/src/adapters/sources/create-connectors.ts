import {
  createGuardedHttp,
  createHttp,
  createSources,
  type DocumentSource,
  type SeriesSource,
  sourceHostPolicies,
  type SourcesMode,
} from '@auspex/sources'
import type { Clock } from '../../kernel/clock.ts'
import { version } from '../../kernel/version.ts'

/** Sources ask who calls and where to complain; some refuse requests that do not say. */
const userAgent = `Auspex/${version} (+https://github.com/auspex/auspex)`

/** The connectors that this mode switches on, sharing one polite HTTP client; none in the mode `demo`. */
export function createConnectors(mode: SourcesMode, clock: Clock): readonly (DocumentSource | SeriesSource)[] {
  const now = () => clock.now()
  const http = createHttp({ userAgent, clock: now, hosts: sourceHostPolicies })
  const guardedHttp = createGuardedHttp({ userAgent, clock: now })
  const { documents, series } = createSources({ mode, clock: now, http, guardedHttp })
  return [...documents, ...series]
}
