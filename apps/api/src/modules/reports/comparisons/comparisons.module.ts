import type { Handlers } from '../../../http/handlers.ts'
import type { Signals } from '../signals.module.ts'
import { compareSignals } from './compare-signals.ts'

export interface ComparisonOperations {
  compareSignals: Handlers['compareSignals']
}

export interface ComparisonsModule {
  operations: ComparisonOperations
}

/** Compares signals with each other. */
export function createComparisonsModule(deps: { signals: Signals }): ComparisonsModule {
  return {
    operations: {
      compareSignals: async ({ query }) => ({ status: 200, body: await compareSignals(query, deps) }),
    },
  }
}
