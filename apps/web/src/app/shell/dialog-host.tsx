import { type PropsWithChildren, Suspense, useCallback, useState } from 'react'
import { type DialogRequest, DialogRequestProvider } from '../../lib/dialog-request.tsx'
import { lazyPart } from '../connection/lazy-part.tsx'
import { useOverlay } from './use-overlay.ts'

const ShareDialog = lazyPart(async () => (await import('../../features/sharing/share-dialog.tsx')).ShareDialog)
const AddToStoryDialog = lazyPart(
  async () => (await import('../../features/stories/add/add-to-story-dialog.tsx')).AddToStoryDialog,
)

/** Draws the dialogs that pages of other features ask for. */
export const DialogHost = ({ children }: PropsWithChildren) => {
  const { overlay, open, close } = useOverlay<'request'>()
  const [request, setRequest] = useState<DialogRequest | null>(null)
  const openRequest = useCallback(
    (next: DialogRequest) => {
      setRequest(next)
      open('request')
    },
    [open],
  )
  return (
    <DialogRequestProvider open={openRequest}>
      {children}
      <Suspense>
        {overlay !== null && request?.kind === 'share' && <ShareDialog item={request.item} onClose={close} />}
        {overlay !== null && request?.kind === 'add-to-story' && (
          <AddToStoryDialog subject={request.subject} offers={request.offers} onClose={close} />
        )}
      </Suspense>
    </DialogRequestProvider>
  )
}
