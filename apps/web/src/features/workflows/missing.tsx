import { IconListCheck } from '@tabler/icons-react'
import { LinkButton } from '../../lib/links/link-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'

/** The page of something that was deleted, or belongs to somebody else. */
export const Missing = ({ title, text }: { title: string; text: string }) => (
  <Page>
    <title>Workflows · Auspex</title>
    <EmptyState
      level={1}
      icon={<IconListCheck size={22} aria-hidden />}
      title={title}
      text={text}
      action={<LinkButton to="/workflows">All workflows</LinkButton>}
    />
  </Page>
)
