import type { ComparedValue } from '@auspex/sdk'
import { formatTimes, formatTone } from '../../lib/format.ts'

/** How a value is written and which value says "no difference". */
export interface ValueScale {
  readonly format: (value: number) => string
  readonly bound: (value: number) => string
  readonly more: string
  readonly less: string
  readonly same: number
}

export const ratioScale: ValueScale = {
  format: (value) => `×${formatTimes(value)}`,
  bound: formatTimes,
  more: 'more',
  less: 'fewer',
  same: 1,
}
export const shareScale: ValueScale = { ...ratioScale, less: 'less' }
export const toneScale: ValueScale = {
  format: formatTone,
  bound: formatTone,
  more: 'more positive',
  less: 'more negative',
  same: 0,
}

/** What a difference means, in two or three words. */
export const judge = ({ value, distinct }: ComparedValue, { more, less, same }: ValueScale): string => {
  if (value === null || distinct === null) return ''
  if (!distinct) return 'could be chance'
  return value > same ? more : less
}

/** "1.8 to 2.3"; null without bounds. */
export const sayBounds = ({ low, high }: ComparedValue, { bound }: ValueScale): string | null =>
  low === null || high === null ? null : `${bound(low)} to ${bound(high)}`
