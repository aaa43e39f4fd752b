/** How a change of level is drawn: distinguished by shape, not only by colour. */
export type MarkerKind = 'up' | 'level-up' | 'level-down'

/** The shape of a change: a peak, a step up, a step down. */
export const MarkerGlyph = ({ kind }: { kind: MarkerKind }) => (
  <svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.8" aria-hidden>
    <path d={paths[kind]} strokeLinecap="round" strokeLinejoin="round" />
  </svg>
)

const paths: Record<MarkerKind, string> = {
  up: 'M1.5 13H5L8 3l3 10h3.5',
  'level-up': 'M1.5 12H8V4h6.5',
  'level-down': 'M1.5 4H8v8h6.5',
}
