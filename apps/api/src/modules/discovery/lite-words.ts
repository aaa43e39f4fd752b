import type { UnknownMomentumReason } from '@auspex/analytics'

/** Why a topic has no momentum. */
export const unknownWords: Record<UnknownMomentumReason, string> = {
  'series-too-short': 'The library is shorter than two windows.',
  'no-coverage': 'One of the two windows has no day on which the sources were read.',
  'no-documents': 'No document matches in the two windows.',
  'exposure-below-count': 'The totals of the sources are smaller than what matched; they are being counted again.',
}
