import { addDays } from '@auspex/analytics'
import { demoInstruments, generateDemoPrices } from '@auspex/sources'
import type { Clock } from '../../../kernel/clock.ts'
import { demoSeed } from '../../library/index.ts'
import type { DocumentsModule } from '../../library/index.ts'
import type { PricesRepository } from './prices.repository.ts'

export interface DemoPriceSetOptions {
  prices: PricesRepository
  documents: DocumentsModule
  clock: Clock
}

/**
 * The made-up prices of the demo, generated from the stored demo corpus: the same seed, the same end. `prepare` stores them once, in about half a
 * second; later calls only check.
 */
export function createDemoPriceSet({ prices, documents, clock }: DemoPriceSetOptions) {
  let prepared: Promise<void> | null = null

  async function make(): Promise<void> {
    const { sources } = await documents.librarySummary()
    const lastDay = sources.find(
      ({ sourceKey, documents: documentCount }) => sourceKey === 'demo' && documentCount > 0,
    )?.lastDay
    const until = lastDay == null ? clock.now().toISOString().slice(0, 10) : addDays(lastDay, 1)
    const [sample] = demoInstruments.filter(({ market }) => market === 'crypto')
    const stored = sample && (await prices.findSpan({ ...sample, provider: 'demo' }))
    if (stored != null && addDays(stored.last, 1) === until) return
    const generated = generateDemoPrices({ seed: demoSeed, until })
    for (const { symbol, market, name, currency } of demoInstruments) {
      const exchange = market === 'stock' ? 'Demo Exchange (demo)' : null
      const facts = { provider: 'demo', market, symbol, name, exchange, currency, provenance: 'demo' } as const
      const kind = market === 'stock' ? 'stock' : 'crypto'
      await prices.save({ ...facts, kind, adjusted: true, fetchedAt: clock.now() }, generated.get(symbol) ?? [])
    }
  }

  return {
    prepare(): Promise<void> {
      prepared ??= make().catch((error: unknown) => {
        prepared = null
        throw error
      })
      return prepared
    },
  }
}
