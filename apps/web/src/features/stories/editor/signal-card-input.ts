import type { AddCardInput, CardContent } from '@auspex/sdk'
import { chartWords, numberWords, sectionWords } from '../../../lib/cards/card-words.ts'

export type SignalCardKind = 'chart' | 'number' | 'section' | 'signal'

interface SignalCardChoice {
  readonly kind: SignalCardKind
  /** The measure or the section. */
  readonly what: string
  readonly signalId: string
  readonly title: string
}

/** A card of a signal as it is sent: its values are left out, because the server measures them. */
export const toSignalCard = ({ kind, what, signalId, title }: SignalCardChoice): Omit<AddCardInput, 'storyId'> => {
  switch (kind) {
    case 'chart': {
      const measure = keyOf(chartWords, what, 'documents')
      return {
        caption: `${title}: ${lower(chartWords[measure].name)}`,
        content: { kind, signalId, measure, points: [] },
      }
    }
    case 'number': {
      const measure = keyOf(numberWords, what, 'documents')
      return {
        caption: `${title}: ${numberWords[measure].noun}`,
        content: { kind, signalId, measure, value: null, low: null, high: null },
      }
    }
    case 'section':
      return { caption: null, content: emptySection(signalId, keyOf(sectionWords, what, 'summary'), title) }
    case 'signal':
    default:
      return { caption: null, content: { kind: 'signal', signalId, title, stage: null } }
  }
}

const emptySection = (
  signalId: string,
  section: keyof typeof sectionWords,
  title: string,
): Extract<CardContent, { kind: 'section' }> => ({
  kind: 'section',
  signalId,
  section,
  title,
  text: '',
  points: [],
  rows: [],
})

const keyOf = <Key extends string>(words: Record<Key, unknown>, key: string, otherwise: Key): Key =>
  key in words ? (key as Key) : otherwise // checked by `in`

const lower = (words: string) => words.charAt(0).toLowerCase() + words.slice(1)
