/** The pattern for missing data, in all charts and the map. */
export const Hatch = ({ id }: { id: string }) => (
  <defs>
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="6" height="6" style={{ fill: 'var(--surface-2)' }} />
      <line x1="0" y1="0" x2="0" y2="6" strokeWidth="2" style={{ stroke: 'var(--line-strong)' }} />
    </pattern>
  </defs>
)
