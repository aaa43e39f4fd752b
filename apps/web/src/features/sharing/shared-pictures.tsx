import { getSharedImage } from '@auspex/sdk'
import { type PropsWithChildren, useCallback } from 'react'
import { useAccount } from '../../lib/account.tsx'
import { useClient } from '../../lib/api.tsx'
import { loadOwnPicture, type LoadPicture, PictureProvider } from '../../lib/pictures.tsx'

/** Fetches pictures of the shared thing with the link's token; for members-only links it tries the member's own access. */
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
