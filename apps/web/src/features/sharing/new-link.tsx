import { Button, TextInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { toAddress } from './share-words.ts'
import classes from './sharing.module.css'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'

/** The address of a link that was just made. It is shown once: the server does not keep it. */
export const NewLink = ({ token, onAnother }: { token: string; onAnother: () => void }) => {
  const clipboard = useClipboard({ timeout: 3000 })
  const address = toAddress(token)
  return (
    <div className={`${surfaces.callout} ${surfaces.accent} ${classes.made}`}>
      <p role="status">The link is ready. Copy it now: for safety it is not shown again.</p>
      <div className={classes.copy}>
        <TextInput
          aria-label="Address of the link"
          readOnly
          value={address}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form that had the focus is gone, and this is what comes next
          autoFocus
          leftSection={clipboard.copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          onClick={() => clipboard.copy(address)}
        >
          {clipboard.copied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      {clipboard.error && (
        <p className={textStyles.fault}>The browser did not let it be copied. Select it and copy it.</p>
      )}
      <div>
        <Button variant="subtle" size="compact-sm" onClick={onAnother}>
          Make another link
        </Button>
      </div>
    </div>
  )
}
