import type { Story, StoryCard } from '@auspex/sdk'

/** The title first, then a slide for each card. */
export type Slide =
  | { readonly kind: 'title'; readonly title: string; readonly updatedAt: string }
  | { readonly kind: 'card'; readonly card: StoryCard }

export const slidesOf = ({ displayTitle, updatedAt, cards }: Story): readonly Slide[] => [
  { kind: 'title', title: displayTitle, updatedAt },
  ...cards.map((card): Slide => ({ kind: 'card', card })),
]

/** The slide that a key leads to, from 1; undefined when the key is not for moving. */
export const slideOfKey = (
  event: { key: string; shiftKey: boolean },
  slide: number,
  last: number,
): number | undefined => {
  const step = stepOf(event)
  if (event.key === 'Home') return 1
  if (event.key === 'End') return last
  return step === 0 ? undefined : Math.max(1, Math.min(last, slide + step))
}

const stepOf = ({ key, shiftKey }: { key: string; shiftKey: boolean }): number => {
  if (['ArrowRight', 'ArrowDown', 'PageDown', 'Enter'].includes(key)) return 1
  if (['ArrowLeft', 'ArrowUp', 'PageUp', 'Backspace'].includes(key)) return -1
  return key === ' ' ? (shiftKey ? -1 : 1) : 0
}
