import { Tooltip } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import surfaces from './surfaces.module.css'
import textStyles from './text-styles.module.css'

/** A short text that is copied when pressed. */
export const CopyText = ({ text, label }: { text: string; label: string }) => {
  const clipboard = useClipboard({ timeout: 2000 })
  return (
    <Tooltip label={clipboard.copied ? 'Copied' : label}>
      <button
        type="button"
        className={`${surfaces.panel} ${surfaces.badge} ${textStyles.soft} ${textStyles.clip}`}
        style={{ maxWidth: '100%', cursor: 'copy' }}
        aria-label={`${label} ${text}`}
        onClick={() => clipboard.copy(text)}
      >
        <code>{text}</code>
      </button>
    </Tooltip>
  )
}
