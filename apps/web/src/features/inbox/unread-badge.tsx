import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../lib/api.tsx'
import { unreadOptions } from './inbox.queries.ts'
import classes from './unread-badge.module.css'
import { VisuallyHidden } from '@mantine/core'

/** How many messages wait; nothing when none does, or while it is not known. */
export const UnreadBadge = () => {
  const { data = 0 } = useQuery(unreadOptions(useClient()))
  if (data === 0) return null
  return (
    <span className={classes.badge}>
      {data > 99 ? '99+' : data}
      <VisuallyHidden> unread</VisuallyHidden>
    </span>
  )
}
