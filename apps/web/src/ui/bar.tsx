import { Box } from '@mantine/core'
import surfaces from './surfaces.module.css'

interface BarProps {
  /** In [0, 1]. */
  part: number
  color?: string
  height?: number
}

/** A part of a whole; the adjacent text states the same. */
export const Bar = ({ part, color = 'var(--accent)', height = 6 }: BarProps) => (
  <Box component="span" className={surfaces.track} h={height} aria-hidden>
    <span style={{ width: `${part * 100}%`, background: color }} />
  </Box>
)
