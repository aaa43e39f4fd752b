import type { FollowUp } from '@auspex/sdk'
import { UnstyledButton } from '@mantine/core'
import { RovingList } from '../../../ui/roving-list.tsx'
import surfaces from '../../../ui/surfaces.module.css'

interface FollowUpsProps {
  followUps: readonly FollowUp[]
  onAsk: (followUp: FollowUp) => void
}

/** Questions that go on from the answer; each carries its signals and its period. */
export const FollowUps = ({ followUps, onAsk }: FollowUpsProps) => (
  <RovingList wraps gap={8} aria-label="Ask next">
    {followUps.map((followUp) => (
      <li key={followUp.label}>
        <UnstyledButton className={surfaces.chip} title={followUp.message} onClick={() => onAsk(followUp)}>
          {followUp.label}
        </UnstyledButton>
      </li>
    ))}
  </RovingList>
)
