import { type LineStyle, shapePath } from './line-style.ts'

/** A short piece of a line with its marker, beside its name. */
export const LineGlyph = ({ style, bare = false }: { style: LineStyle; bare?: boolean }) => (
  <svg width={28} height={14} viewBox="0 0 28 14" aria-hidden style={{ flex: 'none' }}>
    <line x1={1} x2={27} y1={7} y2={7} strokeWidth={2} strokeDasharray={style.dash} style={{ stroke: style.color }} />
    {!bare && (
      <path
        d={shapePath(style.shape, 3.6)}
        transform="translate(14 7)"
        strokeWidth={1.8}
        style={{ fill: 'var(--surface)', stroke: style.color }}
      />
    )}
  </svg>
)
