import { Box } from '@mantine/core'
import type { StageSection } from '@auspex/sdk'

const order = ['emerging', 'rising', 'peaking', 'steady', 'declining', 'dormant'] as const

/** Where the stage stands in the life of a topic. The word beside it says the same. */
export const StageScale = ({ stage }: { stage: StageSection['stage'] }) => (
  <Box component="svg" display="block" width={111} height={4} mt={7} aria-hidden>
    {order.map((step, index) => (
      <rect
        key={step}
        x={index * 19}
        width={16}
        height={4}
        rx={2}
        fill={step === stage ? 'var(--accent)' : 'var(--line-strong)'}
      />
    ))}
  </Box>
)
