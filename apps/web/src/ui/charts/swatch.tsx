import { Box } from '@mantine/core'

/** The colour of a series beside its name. */
export const Swatch = ({ color, line = false }: { color: string; line?: boolean }) => (
  <Box component="span" flex="none" w={line ? 12 : 10} h={line ? 3 : 10} bdrs={line ? 2 : 3} bg={color} aria-hidden />
)
