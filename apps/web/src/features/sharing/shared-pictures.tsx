import { getSharedImage } from '@auspex/sdk'
import { type PropsWithChildren, useCallback } from 'react'
import { useAccount } from '../../lib/account.tsx'
import { useClient } from '../../lib/api.tsx'
import { loadOwnPicture, type LoadPicture, PictureProvider } from '../../lib/pictures.tsx'

/** Fetches pictures of what is shared with the token of the link; a member's own access is tried where the link is for members. */
export const SharedPictures = ({ token, children }: PropsWithChildren<{ token: string }>) => {
  const client = useClient()
  const { isSignedIn } = useAccount()
  const load = useCallback<LoadPicture>(
    async (imageId, signal) => {
      try {
        return await getSharedImage(token, imageId, { client, signal })
      } catch (error) {
        if (!isSignedIn) throw error
        return loadOwnPicture(client)(imageId, signal)
      }
    },
    [client, token, isSignedIn],
  )
  return <PictureProvider load={load}>{children}</PictureProvider>
}
