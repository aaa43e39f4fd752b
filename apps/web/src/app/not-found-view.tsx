import { IconMapSearch } from '@tabler/icons-react'
import { LinkButton } from '../lib/link-button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

export const NotFoundView = () => (
  <EmptyState
    level={1}
    icon={<IconMapSearch size={22} aria-hidden />}
    title="There is no such page"
    text="The address may be mistyped, or what it showed is gone."
    action={<LinkButton to="/">Search a topic</LinkButton>}
  />
)
