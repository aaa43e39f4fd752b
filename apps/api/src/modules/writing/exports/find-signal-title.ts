import { CodedError } from '../../../kernel/errors.ts'
import type { Signals } from '../../reports/index.ts'

/** The title of a signal; null for a deleted one. */
export async function findSignalTitle(id: string, { signals }: { signals: Signals }): Promise<string | null> {
  try {
    return await signals.findTitle(id)
  } catch (error) {
    if (error instanceof CodedError) return null
    throw error
  }
}
