import { useMediaQuery } from '@mantine/hooks'

/** Pixels of the chart that a report begins with: the first screen of a desk, and less of a phone. */
export const useChartHeight = (): number => (useMediaQuery('(max-width: 720px)') ? 240 : 400)
