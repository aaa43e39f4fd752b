import type { Provenance } from '@auspex/sdk/types'
import type { SourceProbe } from '@auspex/sources'
import type { Clock } from '../../kernel/clock.ts'
import type { LibrarySummary } from './coverage.repository.ts'

/** The value of `AUSPEX_SOURCES`. */
export type SourceMode = 'auto' | 'live' | 'demo'

/** The part of a source that the decision needs. */
interface Reachable {
  key: string
  probe(signal: AbortSignal): Promise<Pick<SourceProbe, 'status'>>
}

export interface ProvenanceDependencies {
  mode: SourceMode
  connectors: readonly Reachable[]
  /** Whether the library holds a document that somebody published. */
  hasRealDocuments: () => Promise<boolean>
  clock: Clock
}

/** How long the result of a network probe is reused. */
const probedForMs = 10 * 60_000
const probeBudgetMs = 5_000

/**
 * Decides whether reports are made of real or of demo documents; the two are never mixed.
 *
 * Demo documents are used when the mode is `demo`, or when it is `auto`, the library holds no real document and no live source answers. The network
 * is probed at most once in ten minutes, and never once the library holds real documents.
 */
export function createProvenance({
  mode,
  connectors,
  hasRealDocuments,
  clock,
}: ProvenanceDependencies): () => Promise<Provenance> {
  let probed: { at: number; answer: Promise<boolean> } | null = null
  let holdsReal = false

  async function isAnyReachable(): Promise<boolean> {
    const now = clock.now().getTime()
    if (probed === null || now - probed.at >= probedForMs) probed = { at: now, answer: probeAny(connectors) }
    return probed.answer
  }

  return async () => {
    if (mode === 'demo') return 'demo'
    if (mode === 'live' || holdsReal) return 'real'
    holdsReal = await hasRealDocuments()
    return holdsReal || (await isAnyReachable()) ? 'real' : 'demo'
  }
}

/** Whether the library still holds demo documents that searches no longer include, so that a demo topic finds nothing. */
export function hasDemoEnded(provenance: Provenance, library: LibrarySummary): boolean {
  return (
    provenance === 'real' && library.sources.some(({ sourceKey, documents }) => sourceKey === 'demo' && documents > 0)
  )
}

async function probeAny(connectors: readonly Reachable[]): Promise<boolean> {
  const signal = AbortSignal.timeout(probeBudgetMs)
  const timeUp = new Promise<false>((resolve) => signal.addEventListener('abort', () => resolve(false), { once: true }))
  const probes = connectors
    .filter(({ key }) => key !== 'demo' && key !== 'rss') // feeds are added by users and say nothing about the network
    .map(async (connector) => {
      if ((await connector.probe(signal)).status === 'ok') return true
      throw new Error(`${connector.key} does not answer`)
    })
  return Promise.race([Promise.any(probes).catch(() => false), timeUp])
}
