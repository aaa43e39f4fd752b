import { Switch } from '@mantine/core'
import type { AttentionSection } from '@auspex/sdk'

interface AttentionSwitchProps {
  attention: AttentionSection
  /** Whether there is text above it. */
  isApart: boolean
  isShown: boolean
  onShow: (isShown: boolean) => void
}

/** Draws how often people looked the topic up, over what was written. */
export const AttentionSwitch = ({ attention, isApart, isShown, onShow }: AttentionSwitchProps) => (
  <Switch
    size="xs"
    mt={isApart ? 6 : 0}
    label={`Draw ${attention.series.map((one) => one.name).join(', ')} over it, on a scale of its own`}
    checked={isShown}
    onChange={(event) => onShow(event.currentTarget.checked)}
  />
)
