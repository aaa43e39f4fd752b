import type { ChartMarker } from './chart-markers.ts'

/** The shape of a marker: a peak, a step up, a step down, or missing days. */
export const MarkerGlyph = ({ kind }: { kind: ChartMarker['kind'] }) => (
  <svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.8" aria-hidden>
    <path d={paths[kind]} strokeLinecap="round" strokeLinejoin="round" />
  </svg>
)

const paths: Record<ChartMarker['kind'], string> = {
  up: 'M1.5 13H5L8 3l3 10h3.5',
  'level-up': 'M1.5 12H8V4h6.5',
  'level-down': 'M1.5 4H8v8h6.5',
  gap: 'M1.5 8H4M12 8h2.5M6.5 4.5v7M9.5 4.5v7',
}
