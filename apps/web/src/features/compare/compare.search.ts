import type { ComparisonBasis } from '@auspex/sdk'
import * as z from 'zod/mini'
import { catch as orElse } from 'zod/mini'
import { isDay } from '../../lib/time/dates.ts'

const day = orElse(z.optional(z.string().check(z.refine(isDay))), undefined)
const bases: Record<ComparisonBasis, true> = { documents: true, share: true, stories: true, outlets: true }
const isBasis = (value: string): value is ComparisonBasis => value in bases

/** The URL of a comparison. An invalid value is dropped instead of breaking the link. */
export const compareSearchSchema = z.object({
  /** Ids, separated by commas. */
  signals: orElse(z.optional(z.string().check(z.maxLength(900))), undefined),
  basis: z.pipe(
    orElse(z.optional(z.string()), undefined),
    z.transform((value): ComparisonBasis | undefined =>
      value !== undefined && value !== 'documents' && isBasis(value) ? value : undefined,
    ),
  ),
  /** The first and last day of the chart and the figures. */
  from: day,
  to: day,
  /** The past day whose knowledge is compared; the signals are of that day. */
  asOf: day,
  /** Whether the chart shows all days, also those with next to no documents. */
  span: orElse(z.optional(z.literal('all')), undefined),
  /** Whether the signals are drawn in one chart or in one each; by default, whichever is easier to read. */
  view: orElse(z.optional(z.enum(['together', 'apart'])), undefined),
  /** The signal that the others are compared with; defaults to the first. */
  reference: orElse(z.optional(z.string().check(z.regex(/^sig_[a-z0-9]{1,40}$/))), undefined),
  /** Symbol of a price beside the signals, and the market where it is traded. */
  price: orElse(z.optional(z.string().check(z.regex(/^[A-Z0-9.^=-]{1,20}$/))), undefined),
  market: orElse(z.optional(z.enum(['stock', 'crypto'])), undefined),
})

export type CompareSearch = z.output<typeof compareSearchSchema>

/** The chosen price; null if there is none, and for a currency with an invalid symbol. */
export const priceOf = ({ price, market = 'stock' }: Pick<CompareSearch, 'price' | 'market'>) =>
  price === undefined || (market === 'crypto' && !/^[A-Z0-9]+$/.test(price)) ? null : { symbol: price, market }
