import { Box, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../lib/api/api.tsx'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'
import { unreadOptions } from './inbox.queries.ts'

/** The number of unread messages; renders nothing for 0 or while it is unknown. */
export const UnreadBadge = () => {
  const { data = 0 } = useQuery(unreadOptions(useClient()))
  if (data === 0) return null
  return (
    <Box
      component="span"
      className={`${surfaces.badge} ${surfaces.accent} ${textStyles.tabular}`}
      ml="auto"
      miw={20}
      bdrs={10}
      fw={650}
      ta="center"
    >
      {data > 99 ? '99+' : data}
      <VisuallyHidden> unread</VisuallyHidden>
    </Box>
  )
}
