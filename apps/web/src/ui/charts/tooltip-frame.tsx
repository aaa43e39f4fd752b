import { Box, Stack } from '@mantine/core'
import type { PropsWithChildren, ReactNode } from 'react'
import classes from './charts.module.css'

interface TooltipFrameProps {
  title: string
  /** Where it points, and the width of the chart: it stands on the side that has more room. */
  x: number
  width: number
}

/** What a chart says at a step. A screen reader hears the same from the slider. */
export const TooltipFrame = ({ title, x, width, children }: PropsWithChildren<TooltipFrameProps>) => (
  <Stack
    className={classes.tooltip}
    gap={4}
    data-side={x > width / 2 ? 'left' : 'right'}
    style={{ left: x }}
    aria-hidden
  >
    <Box component="span" c="var(--ink)" fw={600}>
      {title}
    </Box>
    {children}
  </Stack>
)

/** A series by its sign and name, with what it has there. */
export const TooltipRow = ({ sign, label, children }: { sign: ReactNode; label: string; children: string }) => (
  <span className={classes.tooltipRow}>
    {sign} {label}
    <b>{children}</b>
  </span>
)
