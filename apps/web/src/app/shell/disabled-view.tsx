import { Button, Group } from '@mantine/core'
import { IconUserOff } from '@tabler/icons-react'
import { useAccount } from '../../lib/account.tsx'
import { describeFailure } from '../../lib/failure.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FullPage } from '../../ui/full-page.tsx'

interface DisabledViewProps {
  error: unknown
  isChecking: boolean
  onRetry: () => void
}

/** The whole window for somebody whose access was taken away: why, and who can give it back. It asks again only when told to. */
export const DisabledView = ({ error, isChecking, onRetry }: DisabledViewProps) => {
  const account = useAccount()
  const { message, detail } = describeFailure(error)
  return (
    <FullPage>
      <title>No access · Auspex</title>
      <EmptyState
        level={1}
        icon={<IconUserOff size={22} stroke={1.7} aria-hidden />}
        title={message}
        text={detail}
        action={
          <Group gap="xs" justify="center">
            <Button loading={isChecking} onClick={onRetry}>
              Try again
            </Button>
            <Button variant="default" onClick={() => void account.signOut()}>
              Sign out
            </Button>
          </Group>
        }
      />
    </FullPage>
  )
}
