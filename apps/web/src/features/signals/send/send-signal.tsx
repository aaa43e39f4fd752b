import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { SendSignalDialog } from './send-signal-dialog.tsx'

/** Sends a signal to colleagues, who find it in their inbox. */
export const SendSignal = ({ signalId, title }: { signalId: string; title: string }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconSend size={16} aria-hidden />}
        aria-haspopup="dialog"
        aria-label="Send to a colleague"
        onClick={() => setOpen(true)}
      >
        Send
      </Button>
      {isOpen && <SendSignalDialog signalId={signalId} title={title} onClose={() => setOpen(false)} />}
    </>
  )
}
