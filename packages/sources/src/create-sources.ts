import type { PriceProvider } from './prices/price.types.ts'
import type { SourceDependencies } from './source-descriptor.ts'
import type { DocumentSource, SeriesSource, SourcesMode } from './source.types.ts'
import { sourceRegistry } from './sources.registry.ts'
import { toFacts } from './sources.catalogue.ts'

export interface CreateSourcesOptions extends SourceDependencies {
  mode: SourcesMode
}

export interface Sources {
  documents: readonly DocumentSource[]
  series: readonly SeriesSource[]
  /** In the order in which they are tried: the next one only when one does not respond or does not know the symbol. */
  prices: readonly PriceProvider[]
}

/**
 * All sources that can be queried here, in the order in which reports list them; those that need a setting only when it
 * is given. In `demo` there are none: the caller stores `generateDemoDocuments` instead, and never beside real
 * documents. Whether `auto` falls back to the demo corpus is also the caller's decision, based on `anySourceAnswers`.
 */
export function createSources({ mode, ...given }: CreateSourcesOptions): Sources {
  const documents: DocumentSource[] = []
  const series: SeriesSource[] = []
  const prices: PriceProvider[] = []
  for (const source of mode === 'demo' ? [] : sourceRegistry)
    switch (source.kind) {
      case 'documents': {
        const client = source.create(given)
        if (client !== null) documents.push({ ...toFacts(source), kind: 'documents', ...client })
        break
      }
      case 'series': {
        const client = source.create(given)
        if (client !== null) series.push({ ...toFacts(source), kind: 'series', ...client })
        break
      }
      case 'prices': {
        const client = source.create(given)
        if (client !== null) prices.push({ ...toFacts(source), ...client })
        break
      }
      case 'library':
        break
    }
  return { documents, series, prices }
}

/** Whether any public source responds. Feeds are left out: they are the user's own. */
export async function anySourceAnswers(
  { documents, series }: Pick<Sources, 'documents' | 'series'>,
  signal: AbortSignal,
): Promise<boolean> {
  const probed = [...documents, ...series].filter(({ key }) => key !== 'rss')
  const answers = await Promise.all(probed.map((source) => source.probe(signal)))
  return answers.some(({ status }) => status === 'ok')
}
