import type { ComparisonBasis } from '@auspex/sdk'
import * as z from 'zod/mini'
import { catch as orElse } from 'zod/mini'
import { isDay } from '../../lib/dates.ts'

const day = orElse(z.optional(z.string().check(z.refine(isDay))), undefined)
const bases: Record<ComparisonBasis, true> = { documents: true, share: true, stories: true, outlets: true }
const isBasis = (value: string): value is ComparisonBasis => value in bases

/** The URL of a comparison. A value that cannot be read is left out instead of breaking the link. */
export const compareSearchSchema = z.object({
  /** Ids, parted by commas. */
  signals: orElse(z.optional(z.string().check(z.maxLength(900))), undefined),
  basis: z.pipe(
    orElse(z.optional(z.string()), undefined),
    z.transform((value): ComparisonBasis | undefined =>
      value !== undefined && value !== 'documents' && isBasis(value) ? value : undefined,
    ),
  ),
  /** First and last day that chart and figures are of. */
  from: day,
  to: day,
  /** The signal that the others are compared with; the first without. */
  reference: orElse(z.optional(z.string().check(z.regex(/^sig_[a-z0-9]{1,40}$/))), undefined),
  /** Symbol of a price beside the signals, and where it is traded. */
  price: orElse(z.optional(z.string().check(z.regex(/^[A-Z0-9.^=-]{1,20}$/))), undefined),
  market: orElse(z.optional(z.enum(['stock', 'crypto'])), undefined),
})

export type CompareSearch = z.output<typeof compareSearchSchema>

/** The chosen price; null without one, and for a currency with a symbol that none can have. */
export const priceOf = ({ price, market = 'stock' }: Pick<CompareSearch, 'price' | 'market'>) =>
  price === undefined || (market === 'crypto' && !/^[A-Z0-9]+$/.test(price)) ? null : { symbol: price, market }
