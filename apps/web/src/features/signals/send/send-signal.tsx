import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { Suspense, useRef, useState } from 'react'
import { laterParts } from '../later-parts.ts'

/** Sends a signal to colleagues, who find it in their inbox. */
export const SendSignal = ({ signalId, title }: { signalId: string; title: string }) => {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <>
      <Button
        ref={button}
        variant="default"
        leftSection={<IconSend size={16} aria-hidden />}
        aria-haspopup="dialog"
        aria-label="Send to a colleague"
        onClick={() => setOpen(true)}
      >
        Send
      </Button>
      <Suspense>{isOpen && <laterParts.SendSignalDialog signalId={signalId} title={title} onClose={close} />}</Suspense>
    </>
  )
}
